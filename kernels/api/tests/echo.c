/* Answers with what it was given, as text. */
#include <stdio.h>
#include <string.h>
#include <ulpgate/plugin.h>

static const ulpgate_pair formats[] = {{"from", "fp32"}, {"to", "bf16"}};
static const ulpgate_offer offers[] = {{"convert", "echo", formats, 2, NULL, 0}};

static size_t describe(char* text, size_t size, const ulpgate_tensor* t) {
  return (size_t)snprintf(text, size, " %s:%s:%u:%u[%lld,%lld]%s", t->name, t->format, (unsigned)t->memory,
                          (unsigned)t->rank, (long long)t->shape[0], (long long)t->strides[0],
                          t->data != NULL ? "" : "NULL");
}

static int call(const ulpgate_call* c, ulpgate_reply* reply) {
  const size_t size = sizeof reply->message;
  size_t at = (size_t)snprintf(reply->message, size, "%s%s/%s", reply->message[0] != 0 ? "not empty " : "",
                               c->operation, c->variant);
  for (size_t i = 0; i < c->tensor_count; ++i) at += describe(reply->message + at, size - at, &c->tensors[i]);
  for (size_t i = 0; i < c->scalar_count; ++i) {
    at += (size_t)snprintf(reply->message + at, size - at, " %s:%s=%llx", c->scalars[i].name,
                           c->scalars[i].format, (unsigned long long)c->scalars[i].bits);
  }
  snprintf(reply->message + at, size - at, " %s %s", c->struct_size == sizeof *c ? "sized" : "unsized",
           c->stream == NULL ? "no stream" : "stream");
  return ULPGATE_OK;
}

static const ulpgate_plugin plugin = {
    ULPGATE_ABI_VERSION, sizeof(ulpgate_plugin), "echo", "2.1 beta", "Echoes.", 0, offers, 1, call};

const ulpgate_plugin* ulpgate_plugin_entry(void) { return &plugin; }
