import { expect, test } from 'vitest'
import { outsideOn } from '../testing/outside.ts'
import { supabase } from './supabase.ts'

test('a project without its host is refused by name; one that is not there is unreachable', async () => {
  const settings = { adapter_name: 'Mine', database: 'postgres', user: 'u', password: 'swordfish' }
  const connect = () => Promise.reject(Object.assign(new Error('swordfish'), { code: 'ENOTFOUND' }))

  expect(() => supabase.open(settings, outsideOn())).toThrow('Host is missing.')
  await expect(
    supabase.check({ ...settings, host: 'db.gone.supabase.co' }, { ...outsideOn(), connect }),
  ).rejects.toMatchObject({
    code: 'unreachable',
    message: 'Supabase cannot be reached (ENOTFOUND).',
  })
})
