#ifndef GEOFENCE_CSODIUM_SHIM_H
#define GEOFENCE_CSODIUM_SHIM_H

#include <sodium.h>

#endif
