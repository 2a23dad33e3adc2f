// SQLite as the system has it.
#ifndef TRACKVIEW_CSQLITE_H
#define TRACKVIEW_CSQLITE_H

#include <sqlite3.h>

#endif
