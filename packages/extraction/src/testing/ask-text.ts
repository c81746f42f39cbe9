import type { FieldType, Json } from '@recto/provider-spec/answer'
import { answerWithoutModel } from '../built-in/answer-without-model.ts'
import { monospacedDocument } from './monospaced-document.ts'

/** Asks one question of a text and returns the value. */
export async function askText(
  text: string,
  prompt: string,
  type: FieldType = 'text',
): Promise<Json | undefined> {
  const [answer] = await answerWithoutModel(monospacedDocument(text), [
    { key: 'value', prompt, type },
  ])
  return answer?.value
}
