import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const example = new URL('../../../../examples/github-actions/apply.yml', import.meta.url)

test('the example for GitHub gives no secret to a pull request, and cancels no apply that runs', async () => {
  const text = await readFile(example, 'utf8')
  const { on: events, concurrency, env, jobs } = parse(text)

  expect(Object.keys(events)).toEqual(['push'])
  expect(concurrency).toEqual({ group: 'recto', 'cancel-in-progress': false })
  // Secrets belong to the steps that use them, and not to the installation of packages.
  for (const { env: variables } of [{ env }, ...Object.values<{ env: object }>(jobs)])
    expect(JSON.stringify(variables)).not.toContain('secrets.')
  expect(text.match(/recto\.mjs apply recto --yes --wait 600$/gm)).toHaveLength(2)
})
