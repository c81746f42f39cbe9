import { lettersOfLabel } from '@recto/contract/chat-apps/chat-apps'
import { expect, test } from 'vitest'
import { answerOf, questionOf } from '../testing/asked-app.ts'
import { labelOf, turnsFromWire } from './conversation.ts'
import { shownTurns } from './sending.ts'

test('a conversation is called after the first 15 letters of its question [AP-053]', () => {
  expect(labelOf('What is the total of March?', lettersOfLabel)).toBe('What is the tot')
  expect(labelOf('  Total?  ', lettersOfLabel)).toBe('Total?')
  expect(labelOf('🧾'.repeat(20), lettersOfLabel)).toBe('🧾'.repeat(15))
})

const key = 1
const conversationId = 'c'

test('a question that is sent is shown until the list has it', () => {
  const before = turnsFromWire([questionOf(1), answerOf(1)])
  const known = new Set(before.map(({ id }) => id))
  const sending = { key, conversationId, text: 'Question 2?', knownTurnIds: known }
  expect(shownTurns(before, [sending], undefined).map(({ question }) => question)).toEqual([
    'Question 1?',
    'Question 2?',
  ])

  const after = turnsFromWire([
    questionOf(1),
    answerOf(1),
    questionOf(2, { state: 'failed', error: 'No model.' }),
  ])
  expect(shownTurns(after, [sending], undefined).map(({ state }) => state)).toEqual([
    'answered',
    'failed',
  ])
})

test('what is told of an answer belongs to the question that is on its way, and to no earlier one', () => {
  const before = turnsFromWire([questionOf(1), answerOf(1)])
  const known = new Set(before.map(({ id }) => id))
  const sending = { key, conversationId, text: 'Question 2?', knownTurnIds: known }

  const own = shownTurns(before, [sending], { questionId: questionOf(2).id, text: 'It' })
  expect(own.map(({ partialAnswer, askedId }) => [partialAnswer, askedId])).toEqual([
    ['', questionOf(1).id],
    ['It', questionOf(2).id],
  ])
  const late = shownTurns(before, [sending], { questionId: questionOf(1).id, text: 'Old' })
  expect(late[1]).toMatchObject({ partialAnswer: '', askedId: undefined })
})

test('a question that is asked again is awaited, without what it had', () => {
  const stopped = turnsFromWire([questionOf(1, { state: 'stopped' }), answerOf(1)])
  const [turn] = stopped
  if (!turn) throw new Error('There is a question.')
  const again = { key, conversationId, text: turn.question, knownTurnIds: new Set<string>() }

  expect(shownTurns(stopped, [{ ...again, repeatedTurnId: turn.id }], undefined)).toEqual([
    expect.objectContaining({ id: turn.id, state: 'answering', answer: undefined }),
  ])
})
