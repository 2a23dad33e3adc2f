// Owns the settings for databases by strangers (sqlite.org/security.html).

#include "CSQLite.h"

#include <stddef.h>

void csqlite_distrust(sqlite3 *database, int longest) {
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
  sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
  sqlite3_limit(database, SQLITE_LIMIT_LENGTH, longest);
  sqlite3_limit(database, SQLITE_LIMIT_SQL_LENGTH, 100000);
  sqlite3_limit(database, SQLITE_LIMIT_EXPR_DEPTH, 50);
  sqlite3_limit(database, SQLITE_LIMIT_COMPOUND_SELECT, 10);
  sqlite3_limit(database, SQLITE_LIMIT_VDBE_OP, 25000);
  sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit(database, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50);
  sqlite3_limit(database, SQLITE_LIMIT_TRIGGER_DEPTH, 10);
  sqlite3_exec(database, "PRAGMA cell_size_check=ON; PRAGMA mmap_size=0;", NULL, NULL, NULL);
}
