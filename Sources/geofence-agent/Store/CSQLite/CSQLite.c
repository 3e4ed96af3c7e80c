#include "CSQLite.h"

#include <sqlite3.h>

int sqlite_omit_memory_statistics(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
