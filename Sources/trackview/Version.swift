// The version of the program; the Makefile reads it from here.

/// As semantic versioning counts.
let trackviewVersion = "0.1.0"
