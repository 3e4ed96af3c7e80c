#include "CSQLite.h"

#include <sqlite3.h>

void sqlite_omit_memory_statistics(void) { sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
