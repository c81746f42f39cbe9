import { parseVariables } from '../../../answering/answering.port.ts'
import { selectOutputs } from '../../regression-tests/answer-test-case.ts'
import type { ToolMetadata } from '../../tool-metadata.ts'
import { findDependentKeys } from './answer-with-wording.ts'

/** Whether a prompt that is asked for the field posts to an address, which would be posted to again for each measured answer. */
export function callsAddress(metadata: ToolMetadata, key: string): boolean {
  const keys = metadata.outputs.map(({ name }) => name)
  const askedKeys = [key, ...findDependentKeys(metadata, key)]
  return selectOutputs(metadata, askedKeys)
    .flatMap(({ prompt }) => parseVariables(prompt, keys))
    .some(({ kind }) => kind === 'address')
}
