import { random } from './draw.ts'

const VIETNAMESE =
  'khi bạn nhận ra hôm nay là thứ hai và mọi thứ vẫn ổn sếp gọi lúc nửa đêm deadline dí sát lưng con mèo ngủ trên bàn phím không ai hiểu tôi bằng chiếc giường trời mưa quên mang ô áo mới mua đã rách tiền lương chưa về ví đã trống nghỉ trưa xong lại muốn ngủ tiếp mẹ hỏi bao giờ lấy chồng người yêu cũ nhắn tin chúc ngủ ngon cà phê sữa đá cứu cả buổi sáng họp online quên tắt mic giả vờ bận rộn cuối tuần cháy túi bún chả bánh mì phở bò trà đá vỉa hè kẹt xe đường về nhà xa lắm thầy giáo kiểm tra bài cũ học sinh im lặng cả lớp nhìn nhau cười điểm thi thấp hơn nhiệt độ quạt máy hỏng giữa mùa hè thằng bạn thân vay tiền rồi biến mất tết đến xuân về tăng cân vù vù giảm béo để mai tính nhé chuyện đời éo le ghê gớm thật sự luôn đấy'
const ENGLISH =
  'when you finally understand the question but the exam is over my boss called a meeting that could have been an email the cat sleeps on my keyboard again nobody told me monday was coming deploy on friday they said nothing will break coffee first then maybe we talk about work one does not simply finish homework before midnight the wifi password changed without warning grandma bought another tablet dogs believe every guest brings snacks parents discover social media pretend everything is fine while kitchen burns weekend plans include blankets and silence pizza arrives before friends do gym membership expired last winter someone ate lunch from office fridge battery died during important call never trust printer during emergency'

export interface Caption {
  text: string
  language: 'vi' | 'en'
}

/** Distinct captions of four to nine words, half in each language. */
export function makeCaptions(count: number, seed: string): Caption[] {
  const next = random(`captions ${seed}`)
  const words = { vi: VIETNAMESE.split(' '), en: ENGLISH.split(' ') }
  const seen = new Set<string>()
  const captions: Caption[] = []
  while (captions.length < count) {
    const language = captions.length % 2 === 0 ? 'vi' : 'en'
    const length = 4 + Math.floor(next() * 6)
    const list = words[language]
    // A new combination of two runs of real text.
    const cut = 2 + Math.floor(next() * (length - 3))
    const run = (size: number) => {
      const from = Math.floor(next() * (list.length - size))
      return list.slice(from, from + size)
    }
    const text = [...run(cut), ...run(length - cut)].join(' ').toUpperCase()
    if (seen.has(text)) continue
    seen.add(text)
    captions.push({ text, language })
  }
  return captions
}
