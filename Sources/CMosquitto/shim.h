#ifndef GEOFENCE_CMOSQUITTO_SHIM_H
#define GEOFENCE_CMOSQUITTO_SHIM_H

#include <mosquitto.h>
#include <mqtt_protocol.h>

#if LIBMOSQUITTO_VERSION_NUMBER < 2000000
#error "geofence-agent needs libmosquitto 2.0 or later: apt-get install libmosquitto-dev"
#endif

#endif
