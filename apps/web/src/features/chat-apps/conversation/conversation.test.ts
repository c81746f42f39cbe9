import { lettersOfLabel } from '@recto/contract/chat-apps/chat-apps'
import { expect, test } from 'vitest'
import { answerOf, questionOf } from '../testing/asked-app.ts'
import { labelOf, turnsFromWire } from './conversation.ts'
import { displayedTurns } from './pending-question.ts'

test('a conversation is called after the first 15 letters of its question [AP-053]', () => {
  expect(labelOf('What is the total of March?', lettersOfLabel)).toBe('What is the tot')
  expect(labelOf('  Total?  ', lettersOfLabel)).toBe('Total?')
  expect(labelOf('🧾'.repeat(20), lettersOfLabel)).toBe('🧾'.repeat(15))
})

const key = 1
const conversationId = 'c'

test('a question that is sent is shown until the list has it', () => {
  const earlierTurns = turnsFromWire([questionOf(1), answerOf(1)])
  const knownTurnIds = new Set(earlierTurns.map(({ id }) => id))
  const pendingQuestion = { key, conversationId, text: 'Question 2?', knownTurnIds }
  expect(
    displayedTurns(earlierTurns, [pendingQuestion], undefined).map(({ question }) => question),
  ).toEqual(['Question 1?', 'Question 2?'])

  const laterTurns = turnsFromWire([
    questionOf(1),
    answerOf(1),
    questionOf(2, { state: 'failed', error: 'No model.' }),
  ])
  expect(
    displayedTurns(laterTurns, [pendingQuestion], undefined).map(({ state }) => state),
  ).toEqual(['answered', 'failed'])
})

test('what is told of an answer belongs to the question that is on its way, and to no earlier one', () => {
  const earlierTurns = turnsFromWire([questionOf(1), answerOf(1)])
  const knownTurnIds = new Set(earlierTurns.map(({ id }) => id))
  const pendingQuestion = { key, conversationId, text: 'Question 2?', knownTurnIds }

  const own = displayedTurns(earlierTurns, [pendingQuestion], {
    questionId: questionOf(2).id,
    text: 'It',
  })
  expect(own.map(({ partialAnswer, askedId }) => [partialAnswer, askedId])).toEqual([
    ['', questionOf(1).id],
    ['It', questionOf(2).id],
  ])
  const late = displayedTurns(earlierTurns, [pendingQuestion], {
    questionId: questionOf(1).id,
    text: 'Old',
  })
  expect(late[1]).toMatchObject({ partialAnswer: '', askedId: undefined })
})

test('a question that is asked again is awaited, without what it had', () => {
  const stoppedTurns = turnsFromWire([questionOf(1, { state: 'stopped' }), answerOf(1)])
  const [turn] = stoppedTurns
  if (!turn) throw new Error('There is a question.')
  const repeatedQuestion = {
    key,
    conversationId,
    text: turn.question,
    knownTurnIds: new Set<string>(),
  }

  expect(
    displayedTurns(stoppedTurns, [{ ...repeatedQuestion, repeatedTurnId: turn.id }], undefined),
  ).toEqual([expect.objectContaining({ id: turn.id, state: 'answering', answer: undefined })])
})
