import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '@recto/client/platform'
import {
  type ImprovementReply,
  type listImprovements,
  minExpectedValues,
} from '@recto/contract/tools/improvements'
import type { EndpointReply } from '@recto/contract/wire/endpoint'
import { findProject, openNamedPlatform } from './open-from-environment.ts'
import { CommandLineError, readOptions, singleName } from './options.ts'
import { describeImprovement, isWaiting } from './show/describe-improvement.ts'
import type { ExitCode, Terminal } from './terminal.ts'

const help = `recto improve PROJECT [--fields KEY,KEY] [--with-model ADAPTER | --from-labels] [--max-calls N] [--max-cost DOLLARS] [--accept | --drop] [--json]

Looks for better prompts of a project, tests them on expected values that were held out, and prints what is better.
--fields are the keys of prompts (default: all that have ${minExpectedValues} expected values). --with-model names the language model that proposes prompts;
without it, proposals come from the labels next to right values. --max-calls and --max-cost are the budget; a person at a terminal can
also enter it. --accept accepts all proposals, which changes the prompts and publishes nothing; --drop drops them.
The search runs on the server. If you end this command, call it again: it follows a search that is still running, and stored answers are not
paid again. No new search begins while proposals of the last one wait for a decision.
Exit codes: 0 if nothing is better or all was accepted, 1 if the search failed, was cancelled or used up its budget, 2 if it could not start, 3
if proposals wait for a decision.
Set RECTO_SERVER to the address of the server, RECTO_ORGANIZATION to the organization and RECTO_PLATFORM_KEY to one of its platform API keys.
`

/** `recto improve`: looks for better prompts of a project. */
export async function improve(terminal: Terminal, args: readonly string[]): Promise<ExitCode> {
  const { options, names } = readOptions(args, {
    fields: 'text',
    'with-model': 'text',
    'from-labels': 'flag',
    'max-calls': 'text',
    'max-cost': 'text',
    accept: 'flag',
    drop: 'flag',
  } as const)
  if (options.help) {
    terminal.print(help)
    return 0
  }
  const search = parseSearch(options)
  const decision = toDecision(options)
  const name = singleName(names, 'project')
  const platform = openNamedPlatform(terminal)
  const path = `prompt-studio/${await findProject(platform, name)}/improvements/`
  const isWatched = !options.json
  const id = await findOrStart(terminal, platform, { path, search, isWatched })
  const improvement = await follow(terminal, platform, { path, id, isWatched })
  const result = decision
    ? await decideAll(terminal, platform, { path, improvement, decision })
    : improvement
  terminal.print(options.json ? `${JSON.stringify(result)}\n` : describeImprovement(result))
  return toExitCode(result, decision !== undefined)
}

type Budget = { readonly maxCalls: number | undefined; readonly maxCost: number | undefined }

/** The search as the options describe it. */
type Search = Budget & {
  readonly keys: string | undefined
  /** Name of the model that proposes; undefined if only labels do. */
  readonly model: string | undefined
}

type SearchOptions = {
  readonly fields: string | undefined
  readonly 'with-model': string | undefined
  readonly 'from-labels': boolean
  readonly 'max-calls': string | undefined
  readonly 'max-cost': string | undefined
}

function parseSearch(options: SearchOptions): Search {
  const { fields: keys, 'with-model': model } = options
  if (model !== undefined && options['from-labels']) {
    throw new CommandLineError('Specify --with-model or --from-labels, not both.')
  }
  return {
    keys,
    model,
    maxCalls: parseNumber('--max-calls', options['max-calls'], { isWhole: true }),
    maxCost: parseNumber('--max-cost', options['max-cost'], { isWhole: false }),
  }
}

type SearchToFind = {
  readonly path: string
  readonly search: Search
  readonly isWatched: boolean
}

/** Returns the id of the last search if it is not finished, else that of a new one. */
async function findOrStart(
  terminal: Terminal,
  platform: Platform,
  { path, search: { keys, model, maxCalls, maxCost }, isWatched }: SearchToFind,
): Promise<string> {
  const list = await readList(platform, path)
  const [latest] = list.improvements
  if (latest && (isOpen(latest) || hasProposals(latest))) {
    if (isWatched) {
      terminal.complain('This is the last search: it is still running, or nobody has decided yet.')
    }
    return latest.id
  }
  const { id } = await start(terminal, platform, {
    path,
    fields: await findFields(platform, path, { list, keys }),
    llmId: model === undefined ? null : await findModel(platform, model),
    budget: { maxCalls, maxCost },
  })
  return id
}

type Decision = 'accept' | 'drop'

function toDecision({
  accept: isAccepted,
  drop: isDropped,
}: Readonly<Record<Decision, boolean>>): Decision | undefined {
  if (isAccepted && isDropped) {
    throw new CommandLineError('Specify --accept or --drop, not both.')
  }
  if (isAccepted) return 'accept'
  return isDropped ? 'drop' : undefined
}

type ImprovementList = EndpointReply<typeof listImprovements>

const readList = (platform: Platform, path: string): Promise<ImprovementList> =>
  platform.send<ImprovementList>('GET', path)

const isOpen = ({ state }: ImprovementReply) => state === 'waiting' || state === 'running'

const hasProposals = ({ results }: ImprovementReply) => results.some(isWaiting)

function parseNumber(
  option: string,
  text: string | undefined,
  { isWhole }: { readonly isWhole: boolean },
): number | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const number = Number(text)
  if (number > 0 && Number.isFinite(number) && (!isWhole || Number.isInteger(number))) return number
  throw new CommandLineError(
    `${option} must be a ${isWhole ? 'whole number from 1' : 'number above 0'}.`,
  )
}

type FieldToImprove = { readonly promptId: string; readonly expectedValueCount: number }
type FieldChoice = { readonly list: ImprovementList; readonly keys: string | undefined }
type NamedPrompt = { readonly prompt_id: string; readonly prompt_key: string }

/** Finds the fields by their keys; without keys, those that have enough expected values. */
async function findFields(
  platform: Platform,
  path: string,
  { list, keys }: FieldChoice,
): Promise<readonly FieldToImprove[]> {
  const fields = list.fields.map(({ prompt_id: promptId, truths: expectedValueCount }) => ({
    promptId,
    expectedValueCount,
  }))
  if (keys === undefined) {
    const improvable = fields.filter(
      ({ expectedValueCount }) => expectedValueCount >= minExpectedValues,
    )
    if (improvable.length > 0) return improvable
    throw new CommandLineError(`No field has ${minExpectedValues} expected values.`)
  }
  const projectPath = path.replace(/improvements\/$/, '')
  const { prompts } = await platform.send<{ prompts: NamedPrompt[] }>('GET', projectPath)
  return keys
    .split(',')
    .map((key) => key.trim())
    .map((key) => {
      const prompt = prompts.find((one) => one.prompt_key === key)
      const field = fields.find(({ promptId }) => promptId === prompt?.prompt_id)
      if (!field) throw new CommandLineError(`The project has no active prompt “${key}”.`)
      return field
    })
}

type NamedAdapter = { readonly id: string; readonly adapter_name: string }

async function findModel(platform: Platform, name: string): Promise<string> {
  const adapters = await platform.send<NamedAdapter[]>('GET', 'adapter/?adapter_type=LLM')
  const adapter = adapters.find((one) => one.adapter_name === name || one.id === name)
  if (!adapter) throw new CommandLineError(`There is no language model “${name}”.`)
  return adapter.id
}

type SearchToStart = {
  readonly path: string
  readonly fields: readonly FieldToImprove[]
  readonly llmId: string | null
  readonly budget: Budget
}

/** Number of wordings that a search tries for each field. */
const candidateCount = 3

async function start(
  terminal: Terminal,
  platform: Platform,
  { path, fields, llmId, budget }: SearchToStart,
): Promise<ImprovementReply> {
  const values = fields.reduce((sum, { expectedValueCount }) => sum + expectedValueCount, 0)
  const estimate = values * (1 + candidateCount) + fields.length
  const { maxCalls, maxCost } = await askForBudget(terminal, budget, estimate)
  return platform.send<ImprovementReply>('POST', path, {
    prompt_ids: fields.map(({ promptId }) => promptId),
    llm: llmId,
    max_candidates: candidateCount,
    budget_calls: maxCalls,
    budget_dollars: maxCost ?? null,
  })
}

async function askForBudget(
  { question }: Terminal,
  { maxCalls, maxCost }: Budget,
  estimate: number,
): Promise<Budget & { readonly maxCalls: number }> {
  if (maxCalls !== undefined) return { maxCalls, maxCost }
  if (!question) {
    throw new CommandLineError(
      `Specify the budget: --max-calls N. The search needs at most about ${estimate} calls.`,
    )
  }
  const calls = await question(
    `The search needs at most about ${estimate} model calls. How many may it make? `,
  )
  const allowedCalls = parseNumber('The number of calls', calls, { isWhole: true })
  if (allowedCalls === undefined) throw new CommandLineError('Without a budget nothing is started.')
  if (maxCost !== undefined) return { maxCalls: allowedCalls, maxCost }
  const cost = await question('How many dollars may it cost? (Press Enter for no limit.) ')
  return {
    maxCalls: allowedCalls,
    maxCost: parseNumber('The limit of dollars', cost, { isWhole: false }),
  }
}

type SearchToFollow = {
  readonly path: string
  readonly id: string
  readonly isWatched: boolean
}

const pollMs = 500

/** Waits for the end of the search, which runs on the server whether or not anybody follows it. */
async function follow(
  terminal: Terminal,
  platform: Platform,
  { path, id, isWatched }: SearchToFollow,
): Promise<ImprovementReply> {
  while (true) {
    const { improvements } = await readList(platform, path)
    const improvement = improvements.find((one) => one.id === id)
    if (!improvement) throw new CommandLineError('The search is no longer there.')
    const { fields_done: done, fields: total } = improvement
    if (isWatched) terminal.progress({ done, total, noun: 'fields' })
    if (!isOpen(improvement)) return improvement
    await sleep(pollMs)
  }
}

type SearchToDecide = {
  readonly path: string
  readonly improvement: ImprovementReply
  readonly decision: Decision
}

/** Decides about the proposals one by one; one that is refused stays as it is, and the reason is printed. */
async function decideAll(
  terminal: Terminal,
  platform: Platform,
  { path, improvement, decision }: SearchToDecide,
): Promise<ImprovementReply> {
  let latestReply = improvement
  for (const { prompt_id, prompt_key } of improvement.results.filter(isWaiting)) {
    const body = { prompt_id, decision }
    try {
      latestReply = await platform.send('POST', `${path}${improvement.id}/decide/`, body)
    } catch (error) {
      terminal.complain(`${prompt_key}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return latestReply
}

function toExitCode(improvement: ImprovementReply, isDecided: boolean): ExitCode {
  if (improvement.state !== 'done') return 1
  if (!hasProposals(improvement)) return 0
  // The decision about a proposal was refused.
  return isDecided ? 1 : 3
}
