import { fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ServiceIcon } from './ServiceIcon.tsx'

const signIn = (container: HTMLElement) => container.querySelector<HTMLElement>('.anticon')
const PICTURE = '/icons/adapter-icons/new.svg'

test('a picture that is not there leaves its place to a neutral sign of the same size', () => {
  const { container } = render(<ServiceIcon src={PICTURE} size={28} />)
  expect(signIn(container)).toBeNull()

  fireEvent.error(container.querySelector('img') as HTMLElement)

  expect(container.querySelector('img')).toBeNull()
  expect(signIn(container)?.parentElement?.style).toMatchObject({ width: '28px', height: '28px' })
})

test('a provider without a picture has the neutral sign at once, and a later picture is tried', () => {
  const { container, rerender } = render(<ServiceIcon src="" size={28} />)
  expect(signIn(container)).toBeTruthy()

  rerender(<ServiceIcon src={PICTURE} size={28} />)

  expect(container.querySelector('img')?.getAttribute('src')).toBe(PICTURE)
})
