import { expect, test } from 'vitest'
import { limitAttempts } from './limit-attempts.ts'

function atTime() {
  let time = 0
  const attempts = limitAttempts({ max: 2, withinSeconds: 60, now: () => time })
  return { attempts, pass: (seconds: number) => (time += seconds * 1000) }
}

test('too many attempts wait for the end of the window that the first one began', () => {
  const { attempts, pass } = atTime()
  attempts.take('mallory')
  pass(20)
  attempts.take('mallory')

  expect(attempts.take('mallory')).toBe(40)
  expect(attempts.take('alice')).toBeUndefined()
  pass(40)
  expect(attempts.take('mallory')).toBeUndefined()
})

test('an attempt that succeeded makes room again', () => {
  const { attempts } = atTime()
  attempts.take('office')
  attempts.take('office')

  attempts.giveBack('office')

  expect(attempts.take('office')).toBeUndefined()
  expect(attempts.take('office')).toBe(60)
  attempts.forget('office')
  expect(attempts.take('office')).toBeUndefined()
})
