import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { catalog } from './catalog.ts'
import { connectorCatalog } from './connector-catalog.ts'

type Checked = {
  readonly id: string
  readonly given: number
  readonly own: readonly string[]
}

/** Runs a program in a separate process and returns its output. */
function run<T>(program: URL): T {
  const { stdout, stderr, status } = spawnSync(process.execPath, [fileURLToPath(program)], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  expect(status).toBe(0)
  return JSON.parse(stdout) as T
}

test('no provider opens a connection by itself: whatever it is asked, it goes out by what it was given', () => {
  const checked = run<readonly Checked[]>(
    new URL('./testing/check-all-without-network.ts', import.meta.url),
  )
  const silent = checked.filter(({ given: offeredCount }) => offeredCount === 0).map(({ id }) => id)
  const withoutService = catalog.filter(
    ({ id, retired: retiredReason }) =>
      /^(recto-builtin|noOp)/.test(id) || retiredReason !== undefined,
  )

  expect(checked.filter(({ own }) => own.length > 0)).toEqual([])
  // All that have a service behind them have tried to reach it.
  const localConnectors = connectorCatalog.filter(
    ({ needsFolders, hasMailAddress }) => needsFolders || hasMailAddress,
  )
  expect(silent).toEqual(
    [...withoutService, ...localConnectors].map(({ kind, id }) => `${kind} ${id}`),
  )
})

test('no client of a vendor is loaded before its provider is first asked for something', () => {
  const { whenListed, whenOpened } = run<Record<string, string[]>>(
    new URL('./testing/list-loaded.ts', import.meta.url),
  )

  expect(whenListed).toEqual(['zod'])
  expect(whenOpened).toEqual(['zod'])
})
