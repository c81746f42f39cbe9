import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createStore, useStore } from './create-store.ts'

const person = createStore({ name: 'Ana', age: 41 })
const onRender = vi.fn()

function Name() {
  const name = useStore(person, (state) => state.name)
  onRender(name)
  return <p>{name}</p>
}

test('a component is drawn anew only when the part that it shows changes', () => {
  render(<Name />)

  act(() => person.set({ name: 'Ana', age: 42 }))
  expect(onRender).toHaveBeenCalledTimes(1)

  act(() => person.set({ name: 'Olga', age: 42 }))
  expect(screen.getByText('Olga')).toBeTruthy()
  expect(onRender).toHaveBeenCalledTimes(2)
})

test('the same value again is no change, and who stopped listening hears of none', () => {
  const store = createStore(1)
  const receivedValues: number[] = []
  const stop = store.subscribe(() => receivedValues.push(store.get()))

  store.set(1)
  store.set(2)
  stop()
  store.set(3)

  expect(receivedValues).toEqual([2])
})
