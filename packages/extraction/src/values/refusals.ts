import { fold } from './fold.ts'

/**
 * How models begin when they do not answer: with an apology, with what they cannot do, or with what
 * they are. Letters are folded.
 */
const refusals: readonly RegExp[] = [
  /^(?:i ?(?:'m|am) (?:really |very |so |truly )?(?:sorry|afraid)|(?:i )?(?:sincerely )?apologi[sz]e|apologies|sorry|unfortunately,? i\b)/,
  /^(?:i (?:can ?not|can'?t|could ?n[o']t|will not|won'?t|am unable|am not able|do not have|don'?t have|do not know|don'?t know)|i'm (?:unable|not able|not sure))\b/,
  /^(?:as an? (?:ai|artificial|language|(?:virtual |helpful )?assistant,? i (?:can|am|do|will)\b)|i'm (?:just )?an? (?:ai|language))\b/,
  /^(?:(?:es )?tut mir (?:sehr )?leid|ich bedau[e]?re|entschuldigung|leider (?:kann|ist es mir|habe) |ich kann (?:ihnen |dir |das |diese[nrs]? |die |den |keine )?[^.]{0,60}\b(?:nicht|keine)|als (?:ki|kunstliche|sprachmodell))/,
  /^(?:(?:je suis )?desole|je (?:ne|n') ?(?:peux|suis|trouve|ai)|malheureusement,? je|en tant qu)/,
  /^(?:lo siento|lo lamento|no puedo|lamentablemente|disculpa|como (?:una? )?(?:ia|modelo|inteligencia))/,
  /^(?:mi dispiace|non posso|non riesco|non sono in grado|purtroppo|spiacente|come (?:ia|modello))/,
  /^(?:desculp|sinto muito|lamento|nao (?:posso|consigo)|infelizmente|como (?:ia|modelo))/,
  /^(?:het spijt me|helaas kan ik|ik kan [^.]{0,60}\bniet|als (?:ai|taalmodel))/,
  /^(?:przepraszam|przykro mi|niestety|nie moge)/,
  /^(?:tyvarr|jag kan (?:inte|tyvarr)|beklager|jeg (?:beklager|kan (?:ikke|desvaerre))|desvaerre)/,
  /^(?:извините|простите|к сожалению|я не могу|мне жаль)/,
  /^(?:抱歉|对不起|對不起|很抱歉|我无法|我無法|我不能|作为(?:一个|一名|一款)?(?:ai|人工智能|语言模型|智能助手))/,
  /^(?:申し訳|すみません|ごめん|恐れ入りますが|죄송|미안)/,
]

/** A longer text is an answer, however it begins. */
const maxLength = 1200
const beginningLength = 120

/** Whether a reply says in words of the model that it will not, or cannot, answer. */
export function isRefusal(text: string): boolean {
  const trimmedText = text.trim()
  if (trimmedText.length > maxLength) return false
  const beginning = trimmedText.slice(0, beginningLength).replace(/[’‘`]/g, "'").toLowerCase()
  return [beginning, fold(beginning)].some((words) =>
    refusals.some((refusal) => refusal.test(words)),
  )
}
