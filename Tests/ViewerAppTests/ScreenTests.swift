// Whole screens as pictures: a standard terminal, the smallest one, and one without Unicode.

import Cells
import MapScene
import TestSupport
import Testing

@testable import ViewerApp

@Suite("Whole screens")
struct ScreenTests {
  private func screen(_ columns: Int, _ rows: Int, _ set: GlyphSet) -> CellGrid {
    var rehearsal = Rehearsal(TestJourney.corner(), columns: columns, rows: rows, look: Presentation(glyphs: Glyphs(set))) {
      $0.showsOpening = false
      $0.followRegion = 300
    }
    rehearsal.press(KeyPress(.escape))
    rehearsal.wait(52)
    return rehearsal.frame
  }

  @Test("80×24 in braille")
  func standard() {
    expectFrame(
      screen(80, 24, .braille),
      """
       corner.txt ─ Home → Market ─ 1.50 km ─ 151 points
                                                               │         90┃
                                                               │    60       120
          ·                         ·                        · │      ⠠⡐⠌⠂⠇⠃⠊⡔⡠⢀ 150
                                 ⠂  ⠁  ⠐                       │ 30  ⢌⠂⠑  E    ⡡⠔⡀
                              ⠁           ⠈                    │    ⢌⠒          ⠈⠔ 180
                           ⠈                 ⠁100 m            │  ⢀ ⣒⡀N    ┼   S⠈⠭
                         ⠐        ⠄ ⠐ ⠠        ⠂               │ 0⠈ ⠔⡀          ⠤⡑
                        ⡀       ⠂⢀      ⠐50 m   ⢀              │    ⠈⠔⢊    W  ⢄⠠⡑ 210
      ⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣴⣤⣤⣌⢻⣷⣦⣤⣀⡠⠤⠤⠦⠤⠤⠤⠤Mill Road       │  330 ⠁⠊⠜⡠⢠⢰⠠⡐⠌⠂
      ⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠻⠛⠛⠛⠛⠛⠛⠟⠛⠛⠋⣼⡿⠿⠛⠋⠁  ⠠  ⡄○⡇·⠄             │      300      240
       ◉ Home 520 m 270° ←    ⠠  ⠈⠁       ⠄  ⡇ ⡇               │           270
                        ⠁       ⠄       ⠠    ⡇ ⡇⠈              │ 97.5° mag E     90.0°
                         ⠠        ⠂ ⠠ ⠐      ⡇ ⡇               │──────────────────────
                           ⢀                 ⡇ ⡇               │   36 km/h   ████████
                              ⡀           ⢀  ⡇ ⡇               │ 0.52 of 1.50 km
          ·                      ⠄  ⢀  ⠠     ⡇◦⡇             · │ SIM  1 fix/s  ±5 m
                                             ⡇ ⡇               │
                                             ⡇ ⡇               │
       ├───────────┤ 100 m               ⚑ Market 705 m 125° ↘ │
       ▁▁▁▁▂▂▂▂▂▂▂▂▂▃▃▃▃▃▃▃▃▃▄▄▄▄▄▄▄▄▄▄▄▄▄▄▃▃▃▃▃▃▃▃▃▃▃▃▃▃▃▄▄▄▄▅▅▅▅▆▆▆▆▆▇▇▇▇██ 50–76 m
       ▶ 1×  00:00:52 ━━━━━━━━━━━━━━╸──────────────────────────── 00:02:30   22:14:12
       ↱ right in 80 m onto Mill Road   ·   next place: Mill Road 80 m, 8 s
       lat 40.000000°N  lon 116.006089°E  alt 60.4 m │ Home │ WGS-84 │ ? help
      """)
  }

  @Test("40×12, the smallest")
  func smallest() {
    expectFrame(
      screen(40, 12, .braille),
      """
                  ⡀            36 km/h  90° E

               ⠈        ⠐  ⠈  ⠂        ⠁
              ⢀       ⠈ ⢀       ⠁100 m  ⡀
      ⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣥⣤⣤⣌⢿⣷⣦⣤⣀⡠⠤⠤Mill Road
      ⠛⠛⠛⠛⠛⠛⠛⠛⠟⠛⠛⠛⠛⠛⠻⠛⠛⠛⢋⣾⡿⠿⠛⠉⠁ ○⡇⠄     ⠠
                     ⡀  ⠈        ⣇
       ◉ Home 520 m 270° ←       ⡇      ⠁
               ⢀        ⠠  ⢀  ⠄ ◦⡇     ⡀
       ├─────┤ 100 m    ⚑ Market 705 m 125° ↘
       ▶ 1×  00:00:52 ━━━━╸───────── 00:02:30
       40.000000°N 116.006089°E 60.4 m
      """)
  }

  @Test("60×16 in ASCII")
  func ascii() {
    expectFrame(
      screen(60, 16, .ascii),
      """
       corner.txt - Home -> Market - 1.50 km - 151 points
                           '                   '    36 km/h  90 E
                                     .
                       .        .         .100 m   .

      .................................    .
      :::::::::::::::::::::::::::::::>:...oMill Road.      .
       @ Home 520 m 270 <                :
                                         :
                       '        '        :o        '
                                     '   :
       |-------------| 200 m            F Market 705 m 125 J
       ___............:::::::::::..........::::::||||||## 50-76 m
       > 1x  00:00:52 =======o--------------- 00:02:30   22:14:12
       > right in 80 m onto Mill Road   .   Mill Road 80 m
       lat 40.000000N  lon 116.006089E  alt 60.4 m | Home | ? help
      """)
  }
}
