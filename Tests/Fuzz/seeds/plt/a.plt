OziExplorer Track Point File Version 2.1
WGS 84
Altitude is in Feet
Reserved 3
0,2,255,Vézelay / Cuncy          ,1,0,2,8421376,0
3
  47.466222,   3.747318,1, 1000,39307.3279977, 13-août-07, 07:52:19
  47.466150,   3.747233,0, -777,39307.328
  47.466130,   3.747113,1, 1243.4,0
