/* What glibc's allocator tells of itself, which the Glibc module leaves out. */
#include <malloc.h>
