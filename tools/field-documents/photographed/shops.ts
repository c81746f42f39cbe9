import type { Chance } from '../chance.ts'
import type { Half } from '../words.ts'

/** Issuer of a photographed receipt, with its address. */
export type Shop = {
  /** Name on one or two lines. */
  readonly name: readonly string[]
  readonly address: readonly string[]
  readonly country: Country
}

type Country = 'my' | 'sg' | 'uk' | 'us' | 'au' | 'in'

const listOf = (words: string): readonly string[] => words.split('|').map((word) => word.trim())

const firsts: Readonly<Record<Half, readonly string[]>> = {
  open: listOf(
    'GOLDEN LEAF|HOCK LEE|SRI MAJU|BLUE HARBOUR|TEN TEN|KIM SENG|NUSANTARA|LUCKY STAR|J & R|CITY GREEN|PAK LONG|OLD TOWN GATE|A-ONE|MEI FONG|RIVERSIDE|DAPUR IBU|SUNRISE|THONG HIN|FAMILY 88|EVER BEST',
  ),
  kept: listOf(
    'PEACOCK|WAH CHEONG|PUTRA JAYA MAS|SILVER BIRCH|24 SEVEN|LAU BROTHERS|MUTIARA|NORTH POINT|C.K. TAN|EASTERN HILL|CIK NORA|THE COPPER POT|B-FRESH|XIN YUAN|HILLTOP|WARUNG TEPI|MOONRISE|GUAN HONG|PLANET 9|TRUE NORTH',
  ),
}

const trades: Readonly<Record<Half, readonly string[]>> = {
  open: listOf(
    'TRADING|HARDWARE|RESTAURANT|STATIONERY|MINI MARKET|BAKERY & CAFE|CATERING SERVICES|AUTO PARTS|PHARMACY|ENTERPRISE|BOOK SHOP|FURNITURE',
  ),
  kept: listOf(
    'ELECTRICAL|SEAFOOD HOUSE|GIFT SHOP|MARKETING|HOLDINGS|BISTRO|CAKE HOUSE|LAUNDRY|OPTICAL|SUPPLY|HANDICRAFT & TAILORING|PETROL STATION',
  ),
}

const prefixes: Readonly<Record<Half, readonly string[]>> = {
  open: ['RESTORAN', 'KEDAI BUKU', 'SYARIKAT'],
  kept: ['PERNIAGAAN', 'PASARAYA', 'KLINIK'],
}

const forms: Readonly<Record<Country, readonly string[]>> = {
  my: ['SDN BHD', 'SDN. BHD.', 'SDN.BHD.', '(M) SDN BHD', '(KL) SDN BHD', 'S/B', 'BERHAD'],
  sg: ['PTE LTD', 'PTE. LTD.', '(S) PTE LTD'],
  uk: ['LTD', 'LIMITED', 'PLC'],
  us: ['INC.', 'LLC', 'CO.'],
  au: ['PTY LTD'],
  in: ['PVT LTD', 'PVT. LTD.'],
}

const places: Readonly<
  Record<Country, (chance: Chance, half: Half) => readonly (readonly string[])[]>
> = {
  my: (chance, half) => {
    const [street, quarter, town, state] =
      half === 'open'
        ? [
            chance.pick(['JALAN MELOR', 'JALAN SS 4C', 'JLN PERKASA', 'LORONG HAJI TAIB']),
            chance.pick(['TAMAN SEGAR', 'BANDAR BARU', 'SEKSYEN 7']),
            chance.pick(['43000 KAJANG', '81300 SKUDAI', '50450 KUALA LUMPUR', '10250 GEORGETOWN']),
            chance.pick(['SELANGOR', 'JOHOR', 'PULAU PINANG', 'SELANGOR DARUL EHSAN']),
          ]
        : [
            chance.pick(['JALAN RAJA UDA', 'JLN PJU 5', 'PERSIARAN PERDANA', 'JALAN IMPIAN EMAS']),
            chance.pick(['TAMAN PELANGI', 'PUSAT BANDAR', 'KAMPUNG BARU']),
            chance.pick(['40150 SHAH ALAM', '75000 MELAKA', '30020 IPOH', '88000 KOTA KINABALU']),
            chance.pick(['PERAK', 'MELAKA', 'SABAH', 'WILAYAH PERSEKUTUAN']),
          ]
    const n = () => chance.whole(2, 288)
    const first = chance.pick([
      `NO. ${n()}, ${street} ${chance.whole(1, 30)}/${chance.whole(1, 9)},`,
      `NO ${n()} & ${n()}, ${street} ${chance.whole(2, 40)},`,
      `LOT ${n()}, ${street},`,
      `${n()}-G, ${street} ${chance.whole(2, 40)},`,
      `UNIT G-${chance.whole(10, 99)}, GROUND FLOOR, ${chance.pick(['THE', 'PLAZA'])} ${quarter},`,
    ])
    return [
      [first, `${quarter},`, `${town}, ${state}.`],
      [first, `${quarter}, ${town},`, `${state}.`],
      [first, `${town}, ${state}`],
      [first, `${quarter},`, `${town},`, state],
    ]
  },
  sg: (chance) => [
    [
      `${chance.whole(2, 900)} ${chance.pick(['Orchard Road', 'Bedok North Ave 3', 'Upper Cross St'])}`,
      `#0${chance.whole(1, 5)}-${chance.whole(10, 60)} Singapore ${chance.digits(6)}`,
    ],
  ],
  uk: (chance) => [
    [
      `${chance.whole(2, 200)} ${chance.pick(['High Street', 'Mill Lane', 'Victoria Road'])}`,
      chance.pick(['Leeds LS1 4AB', 'Bristol BS1 5TR', 'York YO1 9QN']),
    ],
    [
      `${chance.whole(2, 200)} ${chance.pick(['Station Road', 'Church Walk'])},`,
      chance.pick(['Guildford', 'Norwich', 'Bath']),
      chance.pick(['GU1 3QT', 'NR2 1AB', 'BA1 2LR']),
    ],
  ],
  us: (chance) => [
    [
      `${chance.digits(4)} ${chance.pick(['Main Street', 'Oak Ave', 'W Sunset Blvd'])}`,
      `${chance.pick(['Austin, TX', 'Portland, OR', 'Denver, CO'])} ${chance.digits(5)}`,
    ],
  ],
  au: (chance) => [
    [
      `${chance.whole(2, 300)} ${chance.pick(['George Street', 'Pitt St'])}`,
      `${chance.pick(['Sydney NSW', 'Melbourne VIC'])} ${chance.digits(4)}`,
    ],
  ],
  in: (chance) => [
    [
      `No. ${chance.whole(2, 90)}, ${chance.pick(['M G Road', 'Anna Salai'])},`,
      `${chance.pick(['Bengaluru', 'Chennai'])} - ${chance.digits(6)}`,
    ],
  ],
}

export function shopOf(half: Half, chance: Chance): Shop {
  const country = chance.happens(0.6)
    ? 'my'
    : chance.pick<Country>(['sg', 'uk', 'us', 'au', 'in', 'my'])
  const first = chance.pick(firsts[half])
  const trade = chance.pick(trades[half])
  const isFormal = chance.happens(0.55)
  const body = chance.pick([
    `${first} ${trade}`,
    `${first} ${trade}`,
    first,
    `${chance.pick(prefixes[half])} ${first}`,
  ])
  const form = chance.pick(forms[country])
  const whole = isFormal ? `${body} ${form}` : body.length < 7 ? `${body} ${trade}` : body
  const isSplit = isFormal && chance.happens(0.12)
  const applyCase = chance.happens(0.8) ? (text: string) => text : toTitleCase
  return {
    name: (isSplit ? [body, form] : [whole]).map(applyCase),
    address: chance.pick(places[country](chance, half)).map(applyCase),
    country,
  }
}

/** Converts to lower case except for the first letter of each word. */
const toTitleCase = (text: string): string =>
  text.replace(/(?<=\p{L})\p{Lu}+/gu, (rest) => rest.toLowerCase())
