"""Why trackview and another program differ about a file: known, looked at, and meant so.

Each line: file (as oracle.py prints it, * for any letters), program (* for any), the kinds of differences that it explains, and the reason.
A kind that is not named stays unexplained, so a reader that gets worse is noticed.
"""

# gpsbabel (1.8) puts a GGA's place at the time of the next RMC where the receiver writes RMC first; gpsd, which reports the same logs, agrees
# with us about every place and time.
RMC_FIRST = "gpsbabel gives the place of a GGA the time of the RMC behind it, which here is that of the next epoch"

REASONS = [
    # NMEA
    ("gpsbabel/nmea_utf16", "gpsdecode", "extra", "gpsd does not read UTF-16"),
    ("gpsbabel/addmultipledaysfwd.nmea", "gpsdecode", "extra", "gpsd reports nothing whose date no sentence has told yet"),
    ("gpsbabel/backfilldate.nmea", "gpsdecode", "extra", "gpsd reports nothing whose date no sentence has told yet"),
    ("*", "gpsdecode", "extra", "gpsd reports an epoch only once it knows the date and has had two fixes, and none at the end of a file"),
    ("gpsbabel/addmultipledaysfwd.nmea", "gpsbabel", "extra", "gpsbabel drops points whose date no sentence tells; ours stand in 1970"),
    ("gpsbabel/nmea+ms.txt", "gpsbabel", "extra time ele", RMC_FIRST + "; a GGA without an RMC is dropped"),
    ("gpsbabel/nmeadate.nmea", "gpsbabel", "missing extra time", RMC_FIRST + ", and some versions take the year 98 for 2098"),
    ("gpsd/GPSmap-76S.log", "gpsbabel", "extra", "the receiver simulates: gpsbabel heeds the void status, we the mode S"),
    ("gpsd/garmin-geko201.log", "gpsbabel", "extra", "the receiver simulates: gpsbabel heeds the void status, we the mode S"),
    ("gpsd/bt451.log", "gpsbabel", "extra", "gpsbabel leaves out epochs that have only an RMC or GLL"),
    ("gpsd/bt451.log", "gpsdecode", "time", "the log goes back by an hour, which gpsd takes for midnight until it sees the next date"),
    ("gpsd/ericsson-gru04.log", "gpsbabel", "extra time", "the log goes back by a minute before its date, which gpsbabel takes for midnight"),
    ("gpsd/eXplorist210.log", "*", "missing time", "the receiver writes thousandths in GLL and hundredths in GGA: we merge them under the finer time"),
    ("gpsd/magellan315.log", "*", "missing time", "the receiver writes thousandths in GLL and hundredths in GGA: we merge them under the finer time"),
    ("gpsd/humminbird-M37.log", "gpsbabel", "extra time", "gpsbabel takes only the GGA of a log whose epochs have either GGA or RMC or GLL"),
    ("gpsd/triton400.log", "gpsbabel", "extra", "gpsbabel leaves out the epoch whose GGA is broken, ours has its GLL"),
] + [
    (f"gpsd/{name}.log", "gpsbabel", "missing extra time ele", RMC_FIRST)
    for name in (
        "ch-4701", "com-1289", "garmin38", "gp-320fw-2019-04-06-overflow", "gr8013-w", "neo-m8n", "nl402u", "sl869", "st-teseo-liv3f",
        "ublox-lea-4h", "ublox-lea-5h", "ublox-zed-f9p-nmea",
    )  # fmt: skip
] + [
    # IGC and PLT
    ("gpsbabel/27GLQKF3.igc", "gpsbabel", "missing", "gpsbabel makes a second track of the barometer's altitudes; we play the satellites'"),
    ("gpsbabel/*.plt", "gpsbabel", "time", "gpsbabel takes whole seconds of the file's day number and other digits of it for the thousandths"),
    # FIT
    ("gpsbabel/Lctns_Instinct.fit", "fitdecode", "extra", "the file holds saved places, no records; only records are asked of fitdecode"),
    ("gpsbabel/lezyne*.fit", "gpsbabel", "extra", "gpsbabel refuses the file for its checksum or byte order"),
    ("fit/activity-*.fit", "gpsbabel", "extra", "gpsbabel refuses the file for its checksum or end; we give what can be read"),
    # XML
    ("xml/truncated-no-close.gpx", "*", "extra", "the document breaks off: the others refuse it, we give what came before"),
    ("gpsbabel/27GLQKF3.igc.kml", "gpsbabel", "missing", "gpsbabel writes a track twice into KML, as points and as a line, and reads it twice; we merge them"),
    ("togeojson/bad.kml", "gpsbabel", "missing", "its coordinates are the word no, which gpsbabel reads as 0"),
    ("togeojson/selfclosing.kml", "gpsbabel", "missing", "its coordinates are empty, which gpsbabel reads as 0, 0"),
    ("togeojson/linear_ring.kml", "gpsbabel", "extra", "gpsbabel does not read a ring outside of a polygon"),
    ("togeojson/multigeometry_sibling.kml", "gpsbabel", "extra", "gpsbabel does not read geometry behind another in its placemark"),
    ("togeojson/styles.kml", "gpsbabel", "missing extra", "gpsbabel plays the border of an area; we the place beside it, the border being no track"),
    # GeoJSON
    ("gpsbabel/geojson.geojson", "gpsbabel", "extra", "gpsbabel makes a route of the single line, which we play too"),
]
