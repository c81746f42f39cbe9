import { createHash } from 'node:crypto'
import { simpleStudioLimits } from '@recto/contract/wire/limits'
import { AppError } from '../../../platform/app-error.ts'
import { getClientNetwork } from '../../../platform/client-network.ts'
import type { Context } from '../../../platform/context.ts'
import type { Tenant } from '../../../platform/db/database.ts'
import {
  giveBackToProject,
  type ProjectQuota,
  takeOfProject,
} from '../rows/simple-projects.store.ts'
import { takeUse } from '../rows/simple-use.store.ts'

type LimitVisitorsDependencies = Pick<Context, 'db' | 'config'>

const tooMuch = (detail: string, retryAfterSeconds?: number) =>
  new AppError('over-limit', [{ code: 'throttled', detail, attr: null }], { retryAfterSeconds })

const hourMilliseconds = 60 * 60 * 1000
const secondsLeft = () => Math.ceil((hourMilliseconds - (Date.now() % hourMilliseconds)) / 1000)

const keyOf = (...parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex')

export type AddressUse = keyof typeof simpleStudioLimits.ofAddress

const saidOfAddress: Readonly<Record<AddressUse, string>> = {
  projects: 'projects can be created',
  uploads: 'documents can be uploaded',
  bytes: 'bytes can be uploaded',
  runs: 'values can be requested',
  changes: 'changes can be made',
  reads: 'documents and workbooks can be downloaded',
}

/** Counts uses by an address. Throws 429 when there are too many in this hour. */
export async function takeOfAddress(
  ctx: LimitVisitorsDependencies,
  address: string,
  kind: AddressUse,
  amount = 1,
): Promise<void> {
  const maxAmount = simpleStudioLimits.ofAddress[kind]
  const key = keyOf('address', getClientNetwork(address))
  if (await takeUse(ctx, { key, kind, amount, maxAmount })) return
  const seconds = secondsLeft()
  const retryHint = `Try again in ${Math.ceil(seconds / 60)} minutes, or create an account.`
  throw tooMuch(
    `No more than ${maxAmount} ${saidOfAddress[kind]} from one address per hour. ${retryHint}`,
    seconds,
  )
}

/**
 * Counts a new project among those of all visitors. Throws 429 when there are too many in this
 * hour.
 */
export async function takeProjectOfAll(ctx: LimitVisitorsDependencies): Promise<void> {
  const maxAmount = ctx.config.simpleStudio.projectsPerHour
  const key = keyOf('all')
  if (await takeUse(ctx, { key, kind: 'projects', amount: 1, maxAmount })) return
  const detail =
    'Too many people are trying the product right now. Try again later, or create an account.'
  throw tooMuch(detail, secondsLeft())
}

const saidOfProject: Readonly<Record<ProjectQuota, string>> = {
  documents: `A project can have at most ${simpleStudioLimits.documents} documents.`,
  prompts: `A project can have at most ${simpleStudioLimits.prompts} fields.`,
  pages: `The documents of a project can have at most ${simpleStudioLimits.pages} pages in total.`,
  bytes: `The documents of a project can have at most ${simpleStudioLimits.bytes / 1024 / 1024} MB in total.`,
  runs: `At most ${simpleStudioLimits.runs} values can be requested in a project.`,
}

/** Takes an amount from the limits of a project. Throws 429 when not enough is left. */
export async function takeOf(tenant: Tenant, kind: ProjectQuota, amount = 1): Promise<void> {
  const maxAmount = simpleStudioLimits[kind]
  if (await takeOfProject(tenant, { kind, amount, maxAmount })) return
  throw tooMuch(`${saidOfProject[kind]} Create an account to continue.`)
}

/** Returns an amount that was taken but not used. */
export const giveBack = (tenant: Tenant, kind: ProjectQuota, amount = 1): Promise<void> =>
  giveBackToProject(tenant, { kind, amount })
