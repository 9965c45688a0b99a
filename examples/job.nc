(once around a ring of 260 mm with a 6 mm ball, then a little too deep)
G21 G90 G17
G0 Z50
G0 X100 Y0
G1 Z30.5 F400
G3 X100 Y0 I-100 J0
G1 Z29.2
G1 Z50
M2
