import { makeTool } from '../make-tool.ts'
import type { Person, TestFile } from '../people.ts'

/** Exports a project; its tool, as the registry has it. */
export async function toolOf(person: Person, projectId: string) {
  const { status, body } = await person.post(`prompt-studio/export/${projectId}`, {
    is_shared_with_org: true,
    force_export: true,
  })
  if (status !== 200) throw new Error(`The export answered ${status}: ${JSON.stringify(body)}`)
  return (await person.get(`prompt-studio/registry/?custom_tool=${projectId}`)).body[0]
}

let count = 0
const sample: TestFile = { name: 'invoice.txt', content: 'Total 12.50' }

/** A tool with one field. */
export const makeTotalTool = (person: Person) =>
  makeTool(person, {
    name: `Totals ${++count}`,
    fields: [{ key: 'total', prompt: 'Total?' }],
    sample,
  })
