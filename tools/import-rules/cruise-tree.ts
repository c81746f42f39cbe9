import { cruise, type ICruiseResult } from 'dependency-cruiser'
import config from '../../.dependency-cruiser.mjs'
import { findImportCycles, type ImportCycle, type ImportEdge } from './find-import-cycles.ts'

export type CruiseReport = {
  readonly files: number
  readonly violations: readonly (ImportEdge & { readonly rule: string; readonly comment: string })[]
  readonly cycles: readonly ImportCycle[]
}

const folders = ['packages', 'apps', 'tools']
const testCode = /[.](?:test|e2e)[.]tsx?$|[/](?:testing|__fixtures__)[/]/

/** Checks the imports of the files below `paths` against the rules, and looks for import cycles among folders. */
export async function cruiseTree(paths: readonly string[] = folders): Promise<CruiseReport> {
  const { output } = await cruise([...paths], {
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
    cycles: findImportCycles(
      modules.flatMap(({ source, dependencies }) =>
        dependencies
          .map((dependency) => ({ from: source, to: dependency.resolved }))
          .filter(isOurs),
      ),
    ),
  }
}

function isOurs({ from, to }: ImportEdge): boolean {
  return [from, to].every(
    (path) => folders.some((folder) => path.startsWith(`${folder}/`)) && !testCode.test(path),
  )
}
