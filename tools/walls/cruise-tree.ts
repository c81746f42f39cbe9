import { cruise, type ICruiseResult } from 'dependency-cruiser'
import config from '../../.dependency-cruiser.mjs'
import { findKnots, type Import, type Knot } from './find-knots.ts'

export type Objections = {
  readonly files: number
  readonly violations: readonly (Import & { readonly rule: string; readonly comment: string })[]
  readonly knots: readonly Knot[]
}

const folders = ['packages', 'apps', 'tools']
const testCode = /[.](?:test|e2e)[.]tsx?$|[/](?:testing|__fixtures__)[/]/

/** Holds the imports of `places` against the rules, and looks for knots among the folders. */
export async function cruiseTree(places: readonly string[] = folders): Promise<Objections> {
  const { output } = await cruise([...places], {
    ...config.options,
    validate: true,
    ruleSet: { forbidden: config.forbidden },
  } as Parameters<typeof cruise>[1])
  const { modules, summary } = output as ICruiseResult
  const comments = new Map(config.forbidden.map(({ name, comment }) => [name, comment]))
  return {
    files: summary.totalCruised,
    violations: summary.violations.map(({ from, to, rule: { name } }) => ({
      from,
      to,
      rule: name,
      comment: comments.get(name) ?? '',
    })),
    knots: findKnots(
      modules.flatMap(({ source, dependencies }) =>
        dependencies.map(({ resolved }) => ({ from: source, to: resolved })).filter(isOurs),
      ),
    ),
  }
}

function isOurs({ from, to }: Import): boolean {
  return [from, to].every(
    (path) => folders.some((folder) => path.startsWith(`${folder}/`)) && !testCode.test(path),
  )
}
