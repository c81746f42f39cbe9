import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { setApiOrganization } from '../shared/api/address.ts'
import { resetFakeServer, unknownCalls } from './fake-server.ts'
import { fillBrowserGaps } from './fill-browser-gaps.ts'
import { skipCostlyWork } from './skip-costly-work.ts'

// jsdom draws nothing, and computing the styles of Ant Design would take a third of the time of these tests.
vi.mock('../shared/theme/theme.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('../shared/theme/theme.ts')>()
  return { ...original, antTheme: () => ({ zeroRuntime: true }) }
})
fillBrowserGaps()
// Without this style, jsdom would join the names of icons and the texts next to them.
const iconStyle = document.createElement('style')
iconStyle.textContent = '.ant-btn-icon, .anticon { display: inline-block }'
document.head.append(iconStyle)
skipCostlyWork()
// Pages draw slowly in jsdom on a busy machine; a failing wait is the only one that lasts this long.
configure({ asyncUtilTimeout: 20_000 })

beforeEach(() => {
  localStorage.clear()
  Object.assign(document, { cookie: 'csrftoken=token-of-ana' })
  setApiOrganization('acme')
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  const unexpectedCalls = unknownCalls()
  resetFakeServer()
  expect(unexpectedCalls, 'calls that the fake server does not know').toEqual([])
})
