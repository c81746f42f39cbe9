import { readInventory } from './as-code/inventory.ts'
import { type ApplyPlan, buildPlan, describePlan } from './as-code/plan.ts'
import { readObjectFiles } from './as-code/read-files.ts'
import { openNamedPlatform } from './open-from-environment.ts'
import { readOptions } from './options.ts'
import { parseFolder } from './pull.ts'
import type { ExitCode, Terminal } from './terminal.ts'

const help = `recto diff [DIR] [--json]

Compares the YAML files of DIR (default: recto) with the organization: what recto apply would create and change, field by field, and what
exists on the server alone. Nothing is changed. A changed secret is not seen, because the server does not show it.
Exit codes: 0 if there is no difference, 1 if there is one, 2 for an error. The environment is that of recto pull.
`

/** `recto diff`: compares files with an organization. */
export async function diff(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { options, names } = readOptions(args, {})
  if (options.help) {
    terminal.print(help)
    return 0
  }
  const files = await readObjectFiles(parseFolder(names))
  const inventory = await readInventory(openNamedPlatform(terminal))
  const plan = await buildPlan({ terminal, inventory, files })
  if (options.json) terminal.print(`${JSON.stringify(toJson(plan))}\n`)
  else terminal.print(describePlan(plan, false) || 'No difference.\n')
  return plan.changes.length + plan.surplus.length > 0 ? 1 : 0
}

const toJson = ({ changes, surplus }: ApplyPlan) => ({
  changes: changes.map(({ desiredObject, storedObject, differences }) => ({
    kind: desiredObject.kind,
    name: desiredObject.name,
    file: desiredObject.file,
    action: storedObject ? 'change' : 'create',
    fields: storedObject ? differences : [],
  })),
  only_on_server: surplus.map(({ kind, name }) => ({ kind, name })),
})
