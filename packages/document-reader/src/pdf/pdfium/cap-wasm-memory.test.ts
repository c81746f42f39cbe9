import { expect, test } from 'vitest'
import { capWasmMemory } from './cap-wasm-memory.ts'

/** A module with one memory, exported as `m`: at least 2 pages of 64 KiB, at most 32,768. */
const module = [
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 6, 1, 1, 2, 0x80, 0x80, 2, 7, 5, 1, 1, 0x6d, 2, 0,
]

type Memory = { readonly buffer: ArrayBuffer; grow(pages: number): number }

async function open(bytes: Uint8Array): Promise<Memory> {
  const wasm = Reflect.get(globalThis, 'WebAssembly')
  const { instance } = await wasm.instantiate(bytes)
  return instance.exports.m
}

test('the memory grows to the cap and not beyond', async () => {
  const memory = await open(capWasmMemory(Uint8Array.from(module), 1))

  expect(memory.grow(14)).toBe(2)
  expect(memory.buffer.byteLength).toBe(1024 * 1024)
  expect(() => memory.grow(1)).toThrow(RangeError)
})

test('a cap below what the module needs at least leaves it that much', async () => {
  const memory = await open(capWasmMemory(Uint8Array.from(module), 0))

  expect(memory.buffer.byteLength).toBe(2 * 65_536)
  expect(() => memory.grow(1)).toThrow(RangeError)
})

test('a module whose memory cannot be capped is refused', () => {
  const noMaximum = [...module.slice(0, 8), 5, 3, 1, 0, 2]

  expect(() => capWasmMemory(Uint8Array.from(noMaximum), 1)).toThrow('no maximum')
  expect(() => capWasmMemory(Uint8Array.from(module.slice(0, 8)), 1)).toThrow('no memory')
})
