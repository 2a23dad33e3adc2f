// What the tests of the base map share with those of other rooms.

@_exported import TestBasics
