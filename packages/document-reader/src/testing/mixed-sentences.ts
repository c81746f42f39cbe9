/** Sentences of documents in two scripts, as they are read; each begins a paragraph of its own. */
export type MixedSentences = {
  readonly name: string
  /** The direction of the document: `dir` of a web page, and where a paragraph of it begins. */
  readonly base: 'ltr' | 'rtl'
  readonly sentences: readonly string[]
}

export const mixedSentences: readonly MixedSentences[] = [
  {
    name: 'a letter in Hebrew with lines in English',
    base: 'rtl',
    sentences: [
      'שלום רב, מצורפת החשבונית.',
      'We thank you for your order of 3 chairs',
      'מספר חשבון: IL62 0108 0000 0009 9999 999',
      'IBAN IL62 0108 0000 0009 9999 999',
      'Please call +972 3 123 4567 before 18:00.',
      'תודה על הזמנתכם של 3 כיסאות מחברת Recto International Ltd.',
      'החשבונית תשולם עד יום ראשון הבא',
      'סה"כ לתשלום: 1,234.50 ₪ כולל מע"מ 17%',
    ],
  },
  {
    name: 'an invoice in English with lines in Hebrew',
    base: 'ltr',
    sentences: [
      'Invoice list',
      'שלום רב, מצורפת החשבונית.',
      'Total: 450.00',
      'Our customer שלום בע"מ ordered 5 tables.',
      'IBAN DE89 3704 0044 0532 0130 00 of Deutsche Bank',
      'Delivery within 14 days after receipt of payment',
      'Bill to: דנה לוי, Tel Aviv',
    ],
  },
  {
    name: 'Hebrew with prefixes before Latin words, brackets and percent signs',
    base: 'rtl',
    sentences: [
      'החברה (Acme GmbH) שלחה את ההזמנה ל-Microsoft Excel ביום ראשון',
      'חשבונית (מקור) מספר INV-2026-0042',
      'הנחה של 12.5% על מוצרי Green Line (סדרה חדשה)',
      'תאריך: 27/11/2026, שעה: 14:30',
      'טלפון: 03-1234567 או 050-7654321',
      'כתובת: רחוב הרצל 12, תל אביב',
      'ב-IBM Corporation 2026 נמכרו 40 מחשבים',
    ],
  },
  {
    name: 'an invoice in Arabic with names in Latin letters',
    base: 'rtl',
    sentences: [
      'فاتورة رقم 2026 إلى شركة Recto Ltd',
      'السلام عليكم ورحمة الله وبركاته',
      'رقم الحساب: AE07 0331 2345 6789 0123 456',
      'نسبة الضريبة 15% (خمسة عشر بالمئة)',
      'Payment is due within 30 days of the invoice date.',
      'المجموع: 1,500.00 ريال خلال 30 يوما',
      'الهاتف: 04-1234567',
    ],
  },
  {
    name: 'a contract in English with names in Arabic',
    base: 'ltr',
    sentences: [
      'Supply agreement No. 77/2026 of 1 March 2026',
      'شركة النور للتجارة والمقاولات',
      'Buyer: شركة النور للتجارة, Dubai',
      'The price of 12 units is USD 4,800.00 net of 5% VAT.',
      'العنوان التجاري في مدينة الرياض',
      'Pay to AE07 0331 2345 6789 0123 456 only.',
    ],
  },
  {
    name: 'Arabic with Arabic digits',
    base: 'rtl',
    sentences: [
      'التاريخ: ٢٧/١١/٢٠٢٦',
      'المبلغ ١٢٣٤٫٥٠ درهم',
      'شكرا لطلبكم من متجر Blue Door في دبي',
      'لا إله إلا الله',
      'الكمية ٣ كراسي',
    ],
  },
  {
    name: 'Persian with its own digits',
    base: 'rtl',
    sentences: [
      'صورتحساب شماره ۱۲۳۴ برای شرکت Recto GmbH',
      'مبلغ قابل پرداخت: ۴۵۰۰۰۰ ریال',
      'لطفا مبلغ را به حساب زیر واریز کنید',
      'IBAN IR82 0540 1026 8002 0817 9090 02',
      'پست الکترونیک: info@example.ir',
    ],
  },
  {
    name: 'Hebrew and Arabic in equal parts with English',
    base: 'ltr',
    sentences: [
      'Order 4711 for two offices',
      'משרד ראשי בירושלים',
      'المكتب الرئيسي في القدس',
      'Contact: Dana Levi, dana.levi@example.com',
      'הצעת מחיר מספר 88 בתוקף עד 31/12/2026',
      'عرض السعر رقم 88 صالح حتى 31/12/2026',
      'Grand total 9,999.99 EUR incl. 19% VAT',
    ],
  },
]
