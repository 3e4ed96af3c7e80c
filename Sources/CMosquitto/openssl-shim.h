#ifndef GEOFENCE_COPENSSL_SHIM_H
#define GEOFENCE_COPENSSL_SHIM_H

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509_vfy.h>

#endif
