#include <ulpgate/plugin.h>

static const ulpgate_plugin plugin = {ULPGATE_ABI_VERSION, sizeof(ulpgate_plugin), "mine", "1", "nothing", 0, 0, 0, 0};
const ulpgate_plugin* ulpgate_plugin_entry(void) { return &plugin; }
