import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect } from 'vitest'
import { talkTo } from '../shared/address.ts'
import { forgetFakeServer, unknownCalls } from './fake-server.ts'
import { fillBrowserGaps } from './fill-browser-gaps.ts'

fillBrowserGaps()

beforeEach(() => {
  localStorage.clear()
  Object.assign(document, { cookie: 'csrftoken=token-of-ana' })
  talkTo('acme')
})

afterEach(() => {
  cleanup()
  const unknown = unknownCalls()
  forgetFakeServer()
  expect(unknown, 'calls that the fake server does not know').toEqual([])
})
