#pragma once

#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <asio/ssl.hpp>
#include <memory>

/// A key and a certificate for "localhost" that signs itself.
class Certificates {
 public:
  Certificates() : key_(EVP_EC_gen("P-256"), EVP_PKEY_free), certificate_(X509_new(), X509_free) {
    X509* certificate = certificate_.get();
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 3600);
    X509_set_version(certificate, 2);
    X509_set_pubkey(certificate, key_.get());
    X509_NAME* name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("localhost"), -1, -1, 0);
    X509_set_issuer_name(certificate, name);
    X509_EXTENSION* names = X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, "DNS:localhost");
    X509_add_ext(certificate, names, -1);
    X509_EXTENSION_free(names);
    X509_sign(certificate, key_.get(), EVP_sha256());
    SSL_CTX_use_certificate(server.native_handle(), certificate);
    SSL_CTX_use_PrivateKey(server.native_handle(), key_.get());
    X509_STORE_add_cert(SSL_CTX_get_cert_store(client.native_handle()), certificate);
  }

  asio::ssl::context server{asio::ssl::context::tls_server};
  asio::ssl::context client{asio::ssl::context::tls_client};

 private:
  std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)> key_;
  std::unique_ptr<X509, void (*)(X509*)> certificate_;
};
