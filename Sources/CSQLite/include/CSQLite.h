// Owns the C face of SQLite: the system's library, and the settings for databases by strangers, which Swift cannot make (they are variadic).
#ifndef TRACKVIEW_CSQLITE_H
#define TRACKVIEW_CSQLITE_H

#include <sqlite3.h>

/// Makes a connection safe for a database of unknown origin: nothing in its schema may have side effects or call what could, its own
/// bookkeeping cannot be written, pages are checked more closely, and no text or blob may be longer than `longest` bytes.
void csqlite_distrust(sqlite3 *database, int longest);

#endif
