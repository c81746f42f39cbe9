import { listTypes, type TableDestination } from '../../workflows/workflows.port.ts'

type Output = { readonly name: string; readonly type: string; readonly active: boolean }

/** Returns the reason why a line table cannot be filled from the prompts of a tool. */
export function findLineTableProblem(
  { lineTables }: TableDestination,
  outputs: readonly Output[],
): string | undefined {
  for (const { prompt, table } of lineTables) {
    const output = outputs.find(({ name, active }) => active && name === prompt)
    if (!output)
      return `The table “${table}” is for the items of “${prompt}”, which is not an active prompt of the project.`
    if (!listTypes.includes(output.type))
      return `The table “${table}” is for the items of “${prompt}”, whose type is not a list.`
  }
  return undefined
}
