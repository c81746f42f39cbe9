import { describe, expect, test } from 'vitest'
import { monospacedDocument } from '../testing/monospaced-document.ts'
import { answerWithoutModel } from './answer-without-model.ts'

async function ask(text: string, prompt: string) {
  const [answer] = await answerWithoutModel(monospacedDocument(text), [
    { key: 'value', prompt, type: 'text' },
  ])
  return answer?.value
}

const curriculum = `
 Curriculum Vitae

 Tomasz Wierzba
 Process engineer
 ul. Lipowa 4, 50-001 Wrocław
 tomasz.wierzba@poczta.example        +48 71 555 01 20

 Experience
 2019 - today     Process engineer, Odra Glass
 2015 - 2019      Trainee, Brzeg Foundry

 Education
 2015             MSc Chemical Engineering, Wrocław University

 References
 Dr Ewa Lis, ewa.lis@odraglass.example
`

describe('the person of a curriculum vitae', () => {
  test.each([
    ['Name of the candidate', 'Tomasz Wierzba'],
    ['Name des Bewerbers', 'Tomasz Wierzba'],
    ['Nombre del candidato', 'Tomasz Wierzba'],
    ["candidate's email", 'tomasz.wierzba@poczta.example'],
    ['Phone number', '+48 71 555 01 20'],
  ])('stands above the first section: %s', async (prompt, value) => {
    expect(await ask(curriculum, prompt)).toBe(value)
  })

  test('does not hide what a later section says of somebody else', async () => {
    expect(await ask(curriculum, 'Email of the referee')).toBe('ewa.lis@odraglass.example')
  })

  test.each(['Who is the seller?', 'Name of the patient', 'Email of the landlord'])(
    'is nobody else: %s',
    async (prompt) => {
      expect(await ask(curriculum, prompt)).toBeNull()
    },
  )

  test('is not named by a document without such sections', async () => {
    const menu = curriculum
      .replace('Curriculum Vitae', 'Daily specials')
      .replace('Experience', 'Soups')
      .replace('Education', 'Mains')
      .replace('References', 'Desserts')

    expect(await ask(menu, 'Name of the candidate')).toBeNull()
  })
})
