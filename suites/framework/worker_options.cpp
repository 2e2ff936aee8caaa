#include "suites/framework/worker_options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <thread>

#include "suites/framework/shard.h"

namespace ulpgate {

std::optional<int> parse_worker_options(int argc, char** argv, WorkerOptions& o) {
  CLI::App app{"Judges one operation of one implementation; takes GoogleTest's flags, too."};
  std::string tier = std::string(name(o.tier));
  std::string records, failures, shard, shard_of;
  o.threads = std::max(1U, std::thread::hardware_concurrency());
  app.add_option("--suite", o.operation, "operation to judge")->required();
  app.add_option("--impl", o.spec, "implementation: a name, or plugin:PATH.so")->required();
  app.add_option("--tier", tier, "smoke, standard, full or exhaustive")->capture_default_str();
  app.add_option("--seed", o.seed, "seed of the run")->capture_default_str();
  app.add_option("--threads", o.threads, "threads to judge with")->check(CLI::Range(1U, 1024U));
  app.add_option("--records", records, "folder for the record file");
  app.add_option("--failures", failures, "folder for failure files");
  app.add_option("--expectations", o.expectations, "files of further known deviations");
  app.add_option("--filter", o.filter, "judge only rows whose id matches this pattern (* and ?)");
  app.add_option("--shard", shard, "judge only the I-th of N parts of the rows")->type_name("I/N");
  app.add_option("--shard-of", shard_of, "what the whole run was asked for");
  app.add_flag("--only-if-offered", o.only_if_offered,
               "make no row where the implementation offers nothing for the operation");
  app.add_flag("--append", o.append, "go on with the record file of a process that died");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;
  }
  const auto parsed = tier_named(tier);
  if (!parsed) {
    std::fprintf(stderr, "ulpgate-conformance: no tier is called '%s'\n", tier.c_str());
    return 2;
  }
  o.tier = *parsed;
  if (!shard.empty()) {
    o.shard = parse_shard(shard);
    if (!o.shard) {
      std::fprintf(stderr, "ulpgate-conformance: --shard '%s' is not I/N\n", shard.c_str());
      return 2;
    }
    o.shard->asked = shard_of;
  }
  o.records = records;
  o.failures = failures;
  return std::nullopt;
}

}  // namespace ulpgate
