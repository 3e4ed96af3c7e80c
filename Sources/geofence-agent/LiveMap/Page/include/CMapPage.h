#ifndef GEOFENCE_CMAPPAGE_H
#define GEOFENCE_CMAPPAGE_H

#include <stddef.h>

/// A file of the live map's page.
struct map_page_file {
    const char *_Nonnull name;
    const char *_Nonnull type;
    const unsigned char *_Nonnull bytes;
    size_t length;
};

/// All files of the page.
const struct map_page_file *_Nullable map_page_files(size_t *_Nonnull count);

#endif
