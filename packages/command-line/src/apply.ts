import { type ReadInventory, readInventory } from './as-code/inventory.ts'
import { type DesiredObject, keyOfObject } from './as-code/kind.ts'
import { getKind, identify, kinds } from './as-code/kinds.ts'
import { type ApplyLease, guardPlatform, openLease } from './as-code/lease.ts'
import { type ApplyPlan, buildPlan, type Change, describePlan } from './as-code/plan.ts'
import { type ObjectFile, readObjectFiles } from './as-code/read-files.ts'
import { hasReferences, resolveSecrets } from './as-code/secrets.ts'
import { openNamedPlatform } from './open-from-environment.ts'
import { CommandLineError, readOptions } from './options.ts'
import { parseFolder } from './pull.ts'
import type { ExitCode, Terminal } from './terminal.ts'

const help = `recto apply [DIR] [--yes] [--delete] [--secrets] [--wait SECONDS]

Makes the organization what the YAML files of DIR (default: recto) say. Prints the plan and asks to confirm it, unless --yes is given.
Objects are applied in the order of their dependencies, each completely or not at all. If it fails or is killed, run it again.
--delete also deletes objects that no file has; the key then needs the permission “full_access”. --secrets sends all secrets again, because
a changed one is not seen. --wait is how long it waits for another apply (default: 30). The environment is that of recto pull.
Exit codes: 0 on success, 1 if an object was refused or the right to apply was lost midway, 2 if nothing was applied.
`

const defaultWaitSeconds = 30
const maxWaitSeconds = 3600

/** `recto apply`: makes an organization what files say. */
export async function apply(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { options, names } = readOptions(args, {
    yes: 'flag',
    delete: 'flag',
    secrets: 'flag',
    wait: 'text',
  } as const)
  if (options.help) {
    terminal.print(help)
    return 0
  }
  const waitSeconds = parseSeconds(options.wait)
  const folder = parseFolder(names)
  const files = await readObjectFiles(folder)
  if (options.delete) assertFiles(folder, files)
  const platform = openNamedPlatform(terminal)
  const lease = await openLease(platform, { terminal, waitSeconds })
  try {
    const inventory = await readInventory(guardPlatform(platform, lease))
    const fullPlan = await buildPlan({ terminal, inventory, files })
    const secretChanges = options.secrets ? listSecretChanges(inventory, fullPlan, files) : []
    const changes = sortByKind([...fullPlan.changes, ...secretChanges])
    const plan = { changes, surplus: options.delete ? fullPlan.surplus : [] }
    assertDeletable(plan)
    const resolvedChanges = changes.map((change) => ({
      ...change,
      resolvedObject: {
        ...change.desiredObject,
        spec: resolveSecrets(terminal, change.desiredObject),
      },
    }))
    if (plan.changes.length + plan.surplus.length === 0) {
      terminal.print('Nothing to apply.\n')
      return 0
    }
    terminal.print(describePlan(plan, true))
    if (!options.yes && !(await confirm(terminal))) return 2
    // The person at the terminal may have taken longer than the lease.
    lease.assertHeld()
    return await applyPlan(terminal, { inventory, lease, plan, resolvedChanges })
  } finally {
    await lease.release().catch(() => {
      // It expires by itself.
    })
  }
}

/** Throws if `--delete` would delete everything, because the folder is the wrong one or its checkout has failed. */
function assertFiles(folder: string, files: readonly ObjectFile[]): void {
  if (files.length > 0) return
  throw new CommandLineError(
    `There are no YAML files in ${folder}. Nothing was deleted: --delete needs at least one file.`,
  )
}

function parseSeconds(text: string | undefined): number {
  const seconds = text === undefined ? defaultWaitSeconds : Number(text)
  if (Number.isInteger(seconds) && seconds >= 0 && seconds <= maxWaitSeconds) return seconds
  throw new CommandLineError(`--wait must be a whole number from 0 to ${maxWaitSeconds}.`)
}

/** Lists further changes that send the secrets of objects which do not differ otherwise. */
function listSecretChanges(
  inventory: ReadInventory,
  { changes }: ApplyPlan,
  files: readonly ObjectFile[],
): readonly Change[] {
  const changedFiles = new Set(changes.map(({ desiredObject }) => desiredObject.file))
  return files
    .filter(({ file, spec }) => !changedFiles.has(file) && hasReferences(spec))
    .map((desiredObject) => {
      const storedObject = inventory.objects.find(
        (object) => identify(object) === identify(desiredObject),
      )
      const differences = [{ field: 'secrets', before: '(stored)', after: '(sent again)' }]
      return { desiredObject, storedObject, differences }
    })
}

const sortByKind = (changes: readonly Change[]): readonly Change[] =>
  kinds.flatMap(({ kind }) => changes.filter(({ desiredObject }) => desiredObject.kind === kind))

/** Throws if `--delete` finds an object that cannot be deleted by itself. */
function assertDeletable({ surplus }: ApplyPlan): void {
  const object = surplus.find(({ kind }) => !getKind(kind).remove)
  if (object)
    throw new CommandLineError(
      `The ${object.kind} “${object.name}” only exists on the server, and can only be deleted with its workflow. Run recto pull.`,
    )
}

async function confirm({ question }: Terminal): Promise<boolean> {
  if (!question)
    throw new CommandLineError(
      'Nothing was applied: add --yes, because nobody can confirm it here.',
    )
  const reply = await question('Apply this? Only “yes” does. ')
  return reply.trim() === 'yes'
}

type ApplyOptions = {
  readonly inventory: ReadInventory
  readonly lease: ApplyLease
  readonly plan: ApplyPlan
  /** The changes with the values of their secrets. */
  readonly resolvedChanges: readonly ResolvedChange[]
}

type ResolvedChange = Change & { readonly resolvedObject: DesiredObject }

/** Applies one object after the other, and stops at the first one that the server refuses. */
async function applyPlan(
  terminal: Terminal,
  { inventory, lease, plan, resolvedChanges }: ApplyOptions,
): Promise<ExitCode> {
  let count = 0
  const step = async (place: string, run: () => Promise<unknown>) => {
    try {
      lease.assertHeld()
      await run()
      count += 1
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      terminal.complain(`${place}: ${reason}\nApplied before it: ${count} objects.`)
      return false
    }
    return true
  }
  for (const { desiredObject, storedObject, resolvedObject } of resolvedChanges) {
    const kind = getKind(desiredObject.kind)
    const isDone = await step(desiredObject.file, async () => {
      const id = await kind.save(inventory, resolvedObject, storedObject)
      if (!storedObject) inventory.add(desiredObject.kind, keyOfObject(kind, desiredObject), id)
    })
    if (!isDone) return 1
  }
  for (const storedObject of plan.surplus) {
    const { kind, name } = storedObject
    const isDone = await step(`${kind} “${name}”`, async () =>
      getKind(kind).remove?.(inventory, storedObject),
    )
    if (!isDone) return 1
  }
  terminal.print(`Applied ${count} objects.\n`)
  return 0
}
