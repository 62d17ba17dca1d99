import { isKnownSyllable } from '../known-syllables.ts'
import { random } from './draw.ts'
import { sentencesOf } from './sentences.ts'

// Captions that differ in one tone only; each line is a set of three.
const sets = (lines: string[]) => lines.flatMap((line) => line.split('|'))

/** Used while the ranking was developed. */
export const DEVELOPMENT: readonly string[] = sets([
  'CON MÈO NGỦ TRÊN BÀN|CON MẸO NGỦ TRÊN BÀN|CON MÉO NGỦ TRÊN BÀN',
  'NGƯỜI BẠN CŨ CỦA TÔI|NGƯỜI BÁN CŨ CỦA TÔI|NGƯỜI BÀN CŨ CỦA TÔI',
  'MẸ HỎI VỀ CÁI MÁ|MẸ HỎI VỀ CÁI MẢ|MẸ HỎI VỀ CÁI MẠ',
  'MUA MỘT CON CÁ|MUA MỘT CON CÀ|MUA MỘT CON CẢ',
  'NHÀ CÓ BA QUẢ DỪA|NHÀ CÓ BÀ QUẢ DỨA|NHÀ CÓ BÁ QUẢ DƯA',
  'ĐI HỌC LỚP HỌA|ĐI HỌC LỚP HOA|ĐI HỌC LỚP HÓA',
  'HÔM NAY TRỜI LẠNH|HÔM NAY TRỜI LÀNH|HÔM NAY TRỜI LÁNH',
  'SẾP NÓI CHUYỆN TIỀN|SẾP NÓI CHUYỆN TIÊN|SẾP NÓI CHUYỆN TIẾN',
  'CHÚ TÔI TỚI RỒI|CHỦ TÔI TỚI RỒI|CHỮ TÔI TỚI RỒI',
  'ĂN BÁNH CẢ TUẦN|ĂN BÀNH CẢ TUẦN|ĂN BẢNH CẢ TUẦN',
  'VUI VẺ QUÁ ĐI|VUI VẺ QUẢ ĐI|VUI VẺ QUÀ ĐI',
  'TỐI NAY XEM LẠI|TÔI NAY XEM LẠI|TỘI NAY XEM LẠI',
])

/** Added when the ranking was finished; only their totals were inspected. */
export const UNSEEN: readonly string[] = sets([
  'CÔ GIÁO DẠY TOÁN|CÔ GIÁO DẠY TOÀN|CÔ GIÁO DẠY TOẢN',
  'ANH LÁI XE TẢI|ANH LÁI XE TÀI|ANH LÁI XE TÁI',
  'EM ĐANG Ở NHÀ|EM ĐANG Ở NHẢ|EM ĐANG Ở NHÁ',
  'BỐ CẦM CÂY SÚNG|BỐ CẦM CÂY SUNG|BỐ CẦM CÂY SÙNG',
  'CUỐI TUẦN ĐI CHỢ|CUỐI TUẦN ĐI CHỜ|CUỐI TUẦN ĐI CHỚ',
  'SÁNG NAY TRỜI MƯA|SÁNG NAY TRỜI MỨA|SÁNG NAY TRỜI MỪA',
  'CON CHÓ RẤT LỚN|CON CHO RẤT LỚN|CON CHÒ RẤT LỚN',
  'LÀM VIỆC CẢ NGÀY|LÀM VIỆC CÁ NGÀY|LÀM VIỆC CÀ NGÀY',
  'UỐNG LY TRÀ ĐÁ|UỐNG LY TRẢ ĐÁ|UỐNG LY TRÁ ĐÁ',
  'THẦY GỌI LÊN BẢNG|THẦY GỌI LÊN BÁNG|THẦY GỌI LÊN BÀNG',
  'HỌ NÓI LỜI HỨA|HỌ NÓI LỜI HƯA|HỌ NÓI LỜI HỪA',
  'TIỀN LƯƠNG ĐÃ VỀ|TIỀN LƯỜNG ĐÃ VỀ|TIỀN LƯỢNG ĐÃ VỀ',
])

/** Added with the OCR alternatives; used once. */
export const FRESH: readonly string[] = sets([
  'BÀ NGOẠI KỂ CHUYỆN|BÀ NGOẠI KÊ CHUYỆN|BÀ NGOẠI KẾ CHUYỆN',
  'ĐỘI MŨ ĐỎ ĐI CHƠI|ĐỘI MŨ ĐÓ ĐI CHƠI|ĐỘI MŨ ĐO ĐI CHƠI',
  'NƯỚC CHẢY QUA CẦU|NƯỚC CHẢY QUA CẨU|NƯỚC CHẢY QUA CÂU',
  'EM TRAI TÔI LƯỜI|EM TRÁI TÔI LƯỜI|EM TRẢI TÔI LƯỜI',
  'HOA NỞ TRONG VƯỜN|HÓA NỞ TRONG VƯỜN|HỎA NỞ TRONG VƯỜN',
  'KHÁCH ĐÒI THÊM ỚT|KHÁCH ĐOI THÊM ỚT|KHÁCH ĐÓI THÊM ỚT',
  'LỬA CHÁY SAU NHÀ|LỨA CHÁY SAU NHÀ|LỪA CHÁY SAU NHÀ',
  'CHỜ TÀU Ở GA NHỎ|CHỞ TÀU Ở GA NHỎ|CHỢ TÀU Ở GA NHỎ',
  'GIÓ THỔI BAY NÓN|GIỎ THỔI BAY NÓN|GIÒ THỔI BAY NÓN',
  'VIẾT THƯ CHO BỐ|VIẾT THỬ CHO BỐ|VIẾT THỨ CHO BỐ',
  'DÂN LÀNG ĐI HỘI|DẪN LÀNG ĐI HỘI|DẦN LÀNG ĐI HỘI',
  'TUYẾT RƠI ĐẦY SÂN|TUYẾT RƠI ĐẤY SÂN|TUYẾT RƠI ĐẬY SÂN',
])

const TONES = ['', '\u0300', '\u0301', '\u0303', '\u0309', '\u0323']
const TONE = /[\u0300\u0301\u0303\u0309\u0323]/
const VOWEL = /[aeiouy][\u0302\u0306\u031b]?/i
const SETS = 12
const CAPTIONS_PER_SET = 3
const WORDS = { min: 4, more: 2 }

/** The common syllables that differ from a word in the tone only, and the word itself if it has none. */
function tonesOf(word: string): string[] {
  const toneless = word.normalize('NFD').replace(TONE, '')
  const vowels = [...toneless.matchAll(new RegExp(VOWEL, 'gi'))].map(({ index, 0: vowel }) => index + vowel.length)
  const forms = vowels.flatMap((at) =>
    TONES.map((tone) => `${toneless.slice(0, at)}${tone}${toneless.slice(at)}`.normalize('NFC')),
  )
  return [...new Set(forms)].filter((form) => form !== word && isKnownSyllable(form))
}

/** Sets made from parts of sentences by a seed. */
export function drawToneSets(seed: string): readonly string[] {
  const next = random(`tones ${seed}`)
  const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T
  const sentences = [...sentencesOf('vi', true), ...sentencesOf('vi', false)]
  const drawn = new Map<string, string[]>()
  while (drawn.size < SETS) {
    const words = pick(sentences).toLowerCase().split(' ')
    const length = WORDS.min + Math.floor(next() * WORDS.more)
    const from = Math.floor(next() * (words.length - length))
    const run = words.slice(from, from + length)
    const at = Math.floor(next() * length)
    const forms = tonesOf(run[at] ?? '')
    if (forms.length < CAPTIONS_PER_SET - 1) continue
    const set = [run[at] ?? '', ...forms.slice(0, CAPTIONS_PER_SET - 1)].map((form) =>
      run.with(at, form).join(' ').toUpperCase(),
    )
    drawn.set(run.join(' '), set)
  }
  return [...drawn.values()].flat()
}
