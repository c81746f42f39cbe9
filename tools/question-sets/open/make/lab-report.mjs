import { pdf } from './helpers.mjs';

{
  const d = pdf('lab-report-1.pdf');
  d.t(45, 35, 'MVZ Labor Hellweg', { s: 15, f: 'b', c: '#8a1c2c' });
  d.t(45, 54, 'Dres. Paulsen, Mertins und Kollegen · Jakobistraße 50 · 59494 Soest · Tel. 02921 555-0', { s: 7.5 });
  d.t(400, 38, 'Endbefund', { s: 13, f: 'b', w: 150, a: 'r' });
  d.box(45, 75, 505, 74);
  const left = [['Patient', 'Rademacher, Imke'], ['geb.', '02.08.1979   w'], ['Kasse', 'BKK Westfalen-Ruhr'], ['Patienten-Nr. Praxis', '55810']];
  const right = [['Einsender', 'Praxis Dr. med. Yusuf Aydin, Werl'], ['Auftrags-Nr.', '25-4471903'], ['Entnahme', '15.09.2025 08:10'], ['Eingang / Druck', '15.09.2025 13:42 / 17.09.2025 09:05']];
  left.forEach(([a, b], i) => {
    d.t(52, 82 + i * 16, a, { s: 8, c: '#666' });
    d.t(140, 82 + i * 16, b, { s: 9, f: i === 0 ? 'b' : 'r' });
  });
  right.forEach(([a, b], i) => {
    d.t(285, 82 + i * 16, a, { s: 8, c: '#666' });
    d.t(370, 82 + i * 16, b, { s: 9 });
  });
  const cols = [[165], [65, 'r'], [20, 'c'], [70], [95], [75, 'r']];
  const y = d.table(45, 170, cols, [
    ['', 'Ergebnis', '', '', 'Referenz-', 'Vorwert'],
    ['Untersuchung', '15.09.25', '', 'Einheit', 'bereich', '11.03.25'],
    ['Leukozyten', '7,4', '', '/nl', '3,9 - 10,2', '6,8'],
    ['Hämoglobin', '11,6', '-', 'g/dl', '12,0 - 15,6', '12,1'],
    ['Thrombozyten', '281', '', '/nl', '150 - 370', '265'],
    ['Ferritin', '9', '-', 'ng/ml', '15 - 150', '14'],
    ['CRP (hochsensitiv)', '< 0,6', '', 'mg/l', '< 5,0', ''],
    ['TSH basal', '2,31', '', 'mU/l', '0,40 - 4,00', '2,05'],
    ['HbA1c (HPLC) nach DCCT', '5,4', '', '%', '4,0 - 6,0', '5,5'],
    ['25-OH-Vitamin D', '17,8', '-', 'ng/ml', '30,0 - 70,0', ''],
  ], { s: 9, head: 2, rule: 'none', vpad: 3 });
  d.line(45, 205, 535, 205);
  d.t(45, y + 15, 'Beurteilung', { s: 9.5, f: 'b' });
  d.t(45, y + 29, 'Eisenmangelanämie. Gegenüber der Untersuchung vom 11.03.2025 ist das Ferritin weiter gefallen. Kontrolle in acht Wochen nach oraler Eisengabe empfohlen. Vitamin-D-Mangel.', { s: 9, w: 490 });
  d.t(45, y + 75, 'Validiert: Dr. rer. nat. Silke Mertins. Dieser Befund wurde elektronisch erstellt und ist ohne Unterschrift gültig.', { s: 8.5 });
  d.t(45, y + 90, '- / + = unterhalb / oberhalb des Referenzbereichs. Referenzbereiche gelten für Frauen ab 18 Jahren.', { s: 7.5 });
  d.end(() => d.t(45, 808, 'Akkreditiert nach DIN EN ISO 15189 (D-ML-20877-01-00). Nächste Botenfahrt Werl: täglich 11:30. Seite 1 von 1', { s: 7 }));
}
{
  const d = pdf('lab-report-3.pdf', { font: 'Times' });
  d.t(50, 36, 'LABORATORIOS AQUATEST LEVANTE, S.L.', { s: 13, f: 'b', w: 495, a: 'c' });
  d.t(50, 53, 'Polígono Fuente del Jarro, c/ Islas Baleares 44, 46988 Paterna (Valencia) · CIF B-97551022', { s: 8, w: 495, a: 'c' });
  d.t(50, 82, 'INFORME DE ENSAYO N.º 25/06182', { s: 12, f: 'b', w: 495, a: 'c' });
  const facts = [
    ['Cliente:', 'Comunidad de Regantes Font Nova', 'Fecha de toma de muestra:', '03/11/2025'],
    ['Domicilio:', 'Pl. Major 6, 46650 Canals', 'Fecha de recepción:', '04/11/2025'],
    ['Muestra:', 'Agua de consumo, depósito n.º 2', 'Inicio y fin de análisis:', '04/11/2025 - 10/11/2025'],
    ['Tomada por:', 'el cliente (Sr. Vicent Pla)', 'Fecha de emisión:', '12/11/2025'],
  ];
  d.table(50, 110, [[60], [190], [125], [120]], facts, { s: 9, rule: 'grid', head: 0, vpad: 3 });
  const y = d.table(50, 200, [[150], [95], [70, 'r'], [55, 'r'], [60], [65, 'r']], [
    ['Parámetro', 'Método', 'Resultado', '± U', 'Unidad', 'Valor límite'],
    ['pH a 20 °C', 'PNT-FQ-01', '7,6', '0,1', 'u. pH', '6,5 - 9,5'],
    ['Conductividad', 'PNT-FQ-02', '0,842', '0,025', 'mS/cm', '2,500'],
    ['Nitrato', 'Cromatografía iónica', '58,3', '4,1', 'mg/L', '50'],
    ['Cloro libre residual', 'Kit DPD in situ', '0,4', '', 'mg/L', '1,0'],
    ['Turbidez', 'UNE-EN ISO 7027', '0,32', '0,05', 'UNF', '4'],
    ['Escherichia coli', 'ISO 9308-1', '0', '', 'UFC/100 mL', '0'],
    ['Recuento a 22 °C', 'UNE-EN ISO 6222', '12', '', 'UFC/mL', '100'],
  ], { s: 9, rule: 'grid', shade: '#e4ecf2', vpad: 3 });
  d.t(50, y + 14, 'DICTAMEN: La muestra NO cumple el Real Decreto 3/2023 en el parámetro nitrato. Los demás parámetros analizados cumplen. En el informe anterior (25/02944, de 6 de mayo de 2025) el nitrato fue de 46,0 mg/L.', { s: 9.5, w: 495 });
  d.t(50, y + 60, 'Los resultados se refieren solo a la muestra analizada. No está permitida la reproducción parcial de este informe sin autorización del laboratorio. Temperatura de la muestra a la recepción: 5,2 °C.', { s: 8, w: 495 });
  d.t(330, y + 105, 'Amparo Ferrandis Gil\nDirectora técnica', { s: 9.5 });
  d.end(() => d.t(50, 806, 'Muestra 118820 · FO-08 rev. 11 · Página 1 de 1 · atencion@aquatestlevante.example', { s: 7.5 }));
}
