// What the scripts share with the tests of the rooms; the C library comes with it.

@_exported import TestBasics
