import { openNamedPlatform } from './open-from-environment.ts'
import { readOptions, singleName } from './options.ts'
import type { ExitCode, Terminal } from './terminal.ts'

const help = `recto logs EXECUTION [--json]

Prints what an execution said, oldest first; with --json a line of JSON for each entry.
RECTO_SERVER is the address of the server, RECTO_ORGANIZATION the organization, RECTO_PLATFORM_KEY a platform API key of it.
`

/** `recto logs`: prints the log of an execution. */
export async function logs(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { options, names } = readOptions(args, {})
  if (options.help) {
    terminal.print(help)
    return 0
  }
  const platform = openNamedPlatform(terminal)
  for await (const { event_time, data } of platform.streamLogs(singleName(names, 'execution'))) {
    const { level, stage, log } = data
    const line = options.json
      ? JSON.stringify({ time: event_time, level, stage, log })
      : `${event_time} ${level.padEnd(5)} ${stage}: ${log}`
    terminal.print(`${line}\n`)
  }
  return 0
}
