#!/usr/bin/env python3
"""Compares what trackview reads from files with what other programs read from them, position by position.

  oracle.py PROGRAM             all files of TRACKVIEW_FIXTURES (../shared/fixtures) and Routes
  oracle.py PROGRAM FILE…       the files named, with the first points that differ

Ours is `trackview convert FILE - --to csv`; theirs are gpsbabel, gpxpy, gpsdecode and fitdecode, each for the formats that it reads. Two
points are the same within 1e-6 degrees; their times then have to agree to the digits printed, their elevations to 0.1 m. What differs is
  missing  a point of theirs that we have not         extra  a point of ours that they have not
  time     the same place at another time             ele    the same point at another elevation
and every difference needs its reason in reasons.py. The status is 1 where one has none. Tools that are not there are said and skipped.
"""

import csv
import datetime
import fnmatch
import io
import json
import math
import os
import shutil
import subprocess
import sys
import warnings
import xml.etree.ElementTree as ElementTree

from reasons import REASONS

try:
    import gpxpy
except ImportError:
    gpxpy = None
try:
    import fitdecode
except ImportError:
    fitdecode = None

PLACE = 1e-6  # degrees
HEIGHT = 0.1  # metres
# gpsd takes old dates for those of a receiver whose ten bits of week number ran over, and moves them on.
ROLLOVER = 1024 * 7 * 86400

# fitdecode warns of each developer field that it does not know.
warnings.simplefilter("ignore")


class Point:
    """A position; time in seconds since 1970 with the number of digits behind its point, or None."""

    __slots__ = ("lat", "lon", "ele", "time", "digits")

    def __init__(self, lat, lon, ele=None, time=None):
        self.lat, self.lon, self.ele = float(lat), float(lon), None if ele in (None, "") else float(ele)
        self.time, self.digits = (None, 0) if time in (None, "") else moment(time)

    def __str__(self):
        time = "" if self.time is None else f" {datetime.datetime.fromtimestamp(self.time, datetime.timezone.utc):%Y-%m-%dT%H:%M:%S.%f}"
        return f"{self.lat:.7f} {self.lon:.7f} {self.ele}{time}"


def moment(value):
    """A time as seconds and the number of digits of its fraction."""
    if isinstance(value, datetime.datetime):
        value = value if value.tzinfo else value.replace(tzinfo=datetime.timezone.utc)
        return value.timestamp(), 6 if value.microsecond else 0
    text = value.strip().replace("Z", "+00:00")
    fraction = text[19:].split("+")[0].split("-")[0].lstrip(".") if len(text) > 19 else ""
    try:
        parsed = datetime.datetime.fromisoformat(text)
    except ValueError:
        return None, 0
    parsed = parsed if parsed.tzinfo else parsed.replace(tzinfo=datetime.timezone.utc)
    return parsed.timestamp(), len(fraction)


def run(*command, stdin=None):
    """Standard output of a command, and what it complained of; None where it failed."""
    done = subprocess.run(command, stdin=stdin, capture_output=True, timeout=120)
    complaint = done.stderr.decode("utf-8", "replace").strip().splitlines()
    return (done.stdout if done.returncode == 0 else None), (complaint[-1] if complaint else "")


# ---- what the programs read ----


def ours(program, path):
    """Format, points and complaint of trackview."""
    about, complaint = run(program, "info", path, "--json")
    if about is None:
        return None, [], complaint
    about = json.loads(about)
    about = about[0] if isinstance(about, list) else about
    output, complaint = run(program, "convert", path, "-", "--to", "csv")
    if output is None:
        return about["format"], [], complaint
    rows = csv.DictReader(io.StringIO(output.decode("utf-8")))
    points = [Point(row["latitude"], row["longitude"], row.get("elevation"), row.get("time")) for row in rows]
    return about["format"], points, ""


BABEL = {
    "gpx": "gpx", "nmea": "nmea", "kml": "kml", "tcx": "gtrnctr", "fit": "garmin_fit", "igc": "igc", "plt": "ozi",
    "geojson": "geojson", "csv": "unicsv,utc=0",
}  # fmt: skip


def first_kind(kinds):
    """What there is to play: tracks, else routes, else waypoints."""
    return next((points for points in kinds if points), [])


def gpsbabel(path, format):
    output, complaint = run("gpsbabel", "-i", BABEL[format], "-f", path, "-o", "gpx", "-F", "-")
    if output is None:
        return [], complaint
    kinds = {"trkpt": [], "rtept": [], "wpt": []}
    for element in ElementTree.fromstring(output).iter():
        kind = kinds.get(element.tag.rpartition("}")[2])
        if kind is not None:
            child = {item.tag.rpartition("}")[2]: item.text for item in element}
            kind.append(Point(element.get("lat"), element.get("lon"), child.get("ele"), child.get("time")))
    return first_kind(kinds.values()), ""


def read_gpxpy(path, _):
    with open(path, "rb") as file:
        try:
            document = gpxpy.parse(file.read())
        except Exception as error:  # whatever it finds wrong is its answer
            return [], str(error).splitlines()[0]
    kinds = (
        [point for track in document.tracks for segment in track.segments for point in segment.points],
        [point for route in document.routes for point in route.points],
        document.waypoints,
    )
    return [Point(point.latitude, point.longitude, point.elevation, point.time) for point in first_kind(kinds)], ""


def gpsdecode(path, _):
    with open(path, "rb") as file:
        output, complaint = run("gpsdecode", "-j", stdin=file)
    if output is None:
        return [], complaint
    points = {}
    for line in output.decode("utf-8", "replace").splitlines():
        try:
            report = json.loads(line)
        except ValueError:
            continue
        if report.get("class") == "TPV" and "lat" in report and "lon" in report and "time" in report:
            # It reports an epoch anew with each sentence; the last knows the most.
            points[report["time"]] = Point(report["lat"], report["lon"], report.get("altMSL"), report["time"])
    return list(points.values()), ""


def read_fitdecode(path, _):
    points = []
    try:
        with fitdecode.FitReader(path, check_crc=fitdecode.CrcCheck.DISABLED) as frames:
            for frame in frames:
                if not isinstance(frame, fitdecode.FitDataMessage) or frame.name != "record":
                    continue
                value = lambda name: frame.get_value(name, fallback=None)
                lat, lon = value("position_lat"), value("position_long")
                if lat is None or lon is None:
                    continue
                ele = value("enhanced_altitude")
                ele = value("altitude") if ele is None else ele
                time = value("timestamp")
                points.append(Point(lat * 180 / 2**31, lon * 180 / 2**31, ele, time if isinstance(time, datetime.datetime) else None))
    except Exception as error:  # what it read before it failed counts
        return points, str(error).splitlines()[0]
    return points, ""


# name, the formats that it reads, how to ask it, whether it is there
ORACLES = [
    ("gpsbabel", set(BABEL), gpsbabel, shutil.which("gpsbabel") is not None),
    ("gpxpy", {"gpx"}, read_gpxpy, gpxpy is not None),
    ("gpsdecode", {"nmea"}, gpsdecode, shutil.which("gpsdecode") is not None),
    ("fitdecode", {"fit"}, read_fitdecode, fitdecode is not None),
]

# What a file would be by its name, for those that we refuse.
ENDINGS = {"gpx": "gpx", "kml": "kml", "tcx": "tcx", "fit": "fit", "igc": "igc", "plt": "plt", "geojson": "geojson", "nmea": "nmea", "log": "nmea"}


# ---- the comparison ----


def cell(point):
    return math.floor(point.lat / PLACE), math.floor(point.lon / PLACE)


def same_time(one, other, rollover):
    if one.time is None or other.time is None:
        return True
    difference = abs(one.time - other.time)
    if rollover:
        difference = min(difference % ROLLOVER, -difference % ROLLOVER)
    return difference <= 10.0 ** -min(one.digits, other.digits, 3) * (0.51 if one.digits != other.digits else 0.001)


def same_height(one, other):
    return one.ele is None or other.ele is None or abs(one.ele - other.ele) <= HEIGHT


def compare(mine, theirs, rollover=False):
    """How many points agree, how many differ in which way, and which."""
    grid = {}
    for index, point in enumerate(mine):
        grid.setdefault(cell(point), []).append(index)
    used = [False] * len(mine)
    differing = {"missing": [], "extra": [], "time": [], "ele": []}

    def near(point):
        row, column = cell(point)
        for key in ((row + a, column + b) for a in (-1, 0, 1) for b in (-1, 0, 1)):
            for index in grid.get(key, ()):
                found = mine[index]
                if not used[index] and abs(found.lat - point.lat) <= PLACE and abs(found.lon - point.lon) <= PLACE:
                    yield index

    # First those that agree in all, then those that agree in time, so that standing still does not marry the wrong ones.
    def settle(points, fits, note):
        rest = []
        for point in points:
            match = next((index for index in near(point) if fits(mine[index], point)), None)
            if match is None:
                rest.append(point)
            else:
                used[match] = True
                note(match, point)
        return rest

    def in_time(one, other):
        return same_time(one, other, rollover)

    whole = []
    left = settle(theirs, lambda one, other: in_time(one, other) and same_height(one, other), lambda match, _: whole.append(match))
    left = settle(left, in_time, lambda match, point: differing["ele"].append((mine[match], point)))
    left = settle(left, lambda *_: True, lambda match, point: differing["time"].append((mine[match], point)))
    differing["missing"] = [(None, point) for point in left]
    differing["extra"] = [(point, None) for index, point in enumerate(mine) if not used[index]]
    return len(whole), {kind: pairs for kind, pairs in differing.items() if pairs}


def explain(name, oracle, kinds):
    """The reasons for the differences of a file, and the kinds that have none."""
    texts, open_kinds = [], set(kinds)
    for pattern, program, known, text in REASONS:
        if program in (oracle, "*") and fnmatch.fnmatch(name, pattern) and open_kinds & set(known.split()):
            open_kinds -= set(known.split())
            texts.append(text)
    return texts, open_kinds


def files(arguments):
    if arguments:
        return [(path, "/".join(os.path.abspath(path).split(os.sep)[-2:])) for path in arguments]
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    fixtures = os.environ.get("TRACKVIEW_FIXTURES", os.path.join(root, "..", "shared", "fixtures"))
    if not os.path.isdir(fixtures):
        print("The fixtures are not there (TRACKVIEW_FIXTURES): only the project's own routes are compared.")
    found = []
    for base, folders in ((fixtures, ("gpsbabel", "togeojson", "fit", "xml", "gpsd")), (root, ("Routes",))):
        for folder in folders:
            place = os.path.join(base, folder)
            for name in sorted(os.listdir(place)) if os.path.isdir(place) else []:
                if not name.endswith((".chk", ".md")):
                    found.append((os.path.join(place, name), f"{folder}/{name}"))
    return found


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program = sys.argv[1]
    there = [oracle for oracle in ORACLES if oracle[3]]
    absent = [oracle[0] for oracle in ORACLES if not oracle[3]]
    row = "{:<44} {:<11} {:>6}  {:<9} {:>6} {:>6}  {}".format
    print(row("file", "format", "ours", "oracle", "theirs", "agree", "differences"))
    compared = agreed_files = agreed_points = explained = unasked = 0
    faults = []
    for path, name in files(sys.argv[2:]):
        format, mine, complaint = ours(program, path)
        kind = format or ENDINGS.get(name.rpartition(".")[2])
        asked = [oracle for oracle in there if kind in oracle[1]]
        if not asked:
            unasked += 1
            print(row(name, format or "refused", len(mine), "-", "", "", complaint))
        for oracle, _, read, _ in asked:
            theirs, refusal = read(path, kind)
            agreed, differences = compare(mine, theirs, rollover=oracle == "gpsdecode")
            compared += 1
            agreed_points += agreed
            text = ", ".join(f"{len(pairs)} {what}" for what, pairs in differences.items())
            reasons, unexplained = explain(name, oracle, differences)
            if not differences:
                agreed_files += 1
            elif unexplained:
                faults.append(f"{name}, {oracle}: {', '.join(sorted(unexplained))}")
                text = "UNEXPLAINED " + text
            else:
                explained += 1
            notes = reasons + [f"ours: {complaint}"] * bool(complaint) + [f"{oracle}: {refusal}"] * bool(refusal)
            print(row(name, format or "refused", len(mine), oracle, len(theirs), agreed, "; ".join(filter(None, [text] + notes))))
            for what, pairs in differences.items() if sys.argv[2:] else ():
                for mine_point, their_point in pairs[:5]:
                    print(f"  {what}: ours {mine_point}, theirs {their_point}")
    print(f"\n{compared} comparisons: {agreed_files} agree in full, {explained} differ for known reasons, {len(faults)} without; ", end="")
    print(f"{agreed_points} points agree. {unasked} files have no oracle.")
    for name in absent:
        print(f"{name} is not installed: none of its comparisons was made.")
    for fault in faults:
        print(f"unexplained: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
