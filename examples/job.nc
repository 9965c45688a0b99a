(rows over the part with a 6 mm ball)
G21 G90 G17
G0 Z50
G0 X-20 Y0
G1 Z0 F400
G1 X20
G2 X20 Y10 I0 J5
G1 X-20
G0 Z50
M2
