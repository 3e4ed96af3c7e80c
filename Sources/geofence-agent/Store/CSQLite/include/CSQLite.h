// What Swift can't call of SQLite: functions that take any number of arguments.

/// Has SQLite leave out its account of the memory that it uses, which nobody reads: each piece of memory that it gets
/// or gives back would lock a mutex for that. To be called before anything else of SQLite; afterwards it does nothing, and
/// answers with another number than 0.
int sqlite_omit_memory_statistics(void);
