import { pdf } from './helpers.mjs';

const d = pdf('letter-1.pdf', { font: 'Times' });
d.t(330, 45, 'Hollin Vale Homes', { s: 16, f: 'b', c: '#2f6b3a' });
d.t(330, 65, 'Beech House, 2 Mill Brow\nOldham OL4 5QT\nTel. 0161 555 0130\nrents@hollinvale.example', { s: 9 });
d.t(60, 75, 'Mrs Farida Chowdhury\n16 Larch Court\nLees Road\nOldham\nOL4 3BX', { s: 11 });
d.t(60, 165, 'Our ref: RV26/10447/FC', { s: 10 });
d.t(330, 165, '23 February 2026', { s: 10 });
d.t(60, 192, 'Dear Mrs Chowdhury', { s: 11 });
d.t(60, 214, 'Your rent from 6 April 2026', { s: 11, f: 'b' });
let y = d.prose(60, 236, 475, [
  'Every year we look at the rent and the service charges for our homes. This letter tells you what you will pay from Monday 6 April 2026 for your home at 16 Larch Court. The increase follows the Government\'s formula, which is the Consumer Prices Index of September 2025 (3.8 per cent) plus one per cent.',
  'The table shows your weekly charges. The garage is a separate agreement and will not change.',
], { s: 11, g: 2 });
y = d.table(60, y + 4, [[205], [90, 'r'], [90, 'r'], [90, 'r']], [
  ['', 'Now', 'From 6 April', 'Difference'],
  ['Rent', '£108.30', '£113.50', '£5.20'],
  ['Cleaning of stairs and landings', '£4.12', '£4.40', '£0.28'],
  ['Door entry system', '£1.05', '', '-£1.05'],
  ['Garage 7', '£11.60', '£11.60', '£0.00'],
  ['Total for the week', '£125.07', '£129.50', '£4.43'],
], { s: 10.5, rule: 'head', bold: [5] });
y = d.prose(60, y + 12, 475, [
  'We no longer charge for the door entry system, because the new one is paid for by the installer until 2031. If you pay by Direct Debit you need do nothing: the amount is changed to £561.17 a month from 1 May 2026. If you get Universal Credit you must tell the Department for Work and Pensions about the change yourself, but not before 6 April.',
  'If you disagree with the increase you may ask the First-tier Tribunal (Property Chamber) to look at it. You must do this before the new rent starts. If you have difficulty paying, please speak to Kwame Boateng, your income officer, on 0161 555 0137, as early as you can. Last year he and his colleagues helped 312 households to claim £418,000 altogether.',
  'Your rent account stood at £36.20 in arrears on 20 February 2026.',
  'Yours sincerely',
], { s: 11, g: 2 });
d.t(60, y + 34, 'Joanne Ridley\nDirector of Customer Services', { s: 11 });
d.end(() => d.t(60, 800, 'Hollin Vale Homes is a registered society under the Co-operative and Community Benefit Societies Act 2014, no. 31847R, and a registered provider of social housing, no. L4471.', { s: 7.5, w: 475 }));
