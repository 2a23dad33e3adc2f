// The base map as pictures: a made-up town, close by, at street scale and from a distance, in dots, signs and grounds.

import BaseMap
import Cells
import TestSupport
import Testing

@testable import MapScene

@Suite("Pictures of the base map")
struct BasePictureTests {
  private static func look(
    _ dots: Double, at middle: (Double, Double), _ depth: ColorDepth = .none, set: GlyphSet = .braille
  ) -> BasePicture {
    BaseRasterTests.look([BasePart(piece: SyntheticPiece.city)], dots: dots, at: middle, depth: depth, set: set, columns: 60, rows: 16)
  }

  /// The picture with nothing above.
  private static func grid(_ picture: BasePicture) -> CellGrid {
    var grid = CellGrid(width: 60, height: 16)
    picture.draw(beneath: DotCanvas(set: picture.canvas.set, columns: 60, rows: 16), into: &grid, column: 0, row: 0)
    return grid
  }

  @Test("close by: walls where there are no backgrounds, wide roads, minor roads of two dots")
  func closeBy() {
    expectFrame(
      Self.grid(Self.look(1_100, at: (0.67, 0.85))),
      """
      ⡇            ⣇⣀⣀⣀⣀⣀⣀⣀⣸              ⣿⡇       ⣇⣀⣀⣀⣀⣀⣀⣀⣀⡇
                                          ⣿⡇
                                          ⣿⡇
      ⠤⠤⠤⠤⠤⠤⠤⠤⢤    ⡤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⡄     ⣿⡇       ⡤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤⠤
              ⢸    ⡇                ⡇     ⣿⡇       ⡇
              ⢸    ⡇                ⡇     ⣿⡇       ⡇
              ⢸    ⡇                ⡇     ⣿⡇       ⡇
      ⡤⠤⠤⠤⠤⠤⠤⠤⠼    ⡇       ⢠⠤⠤⠤⠤⠤⠤⠤⠤⠇     ⣿⡇       ⡇        ⡤⠤⠤⠤⠤⠤
      ⡇            ⡇       ⢸              ⣿⡇       ⡇        ⡇
      ⡇            ⡇       ⢸              ⣿⡇       ⡇        ⢇⣀⣤⣤⣶⣾
      ⡇            ⡇       ⢸              ⣿⡇       ⡇  ⣀⣠⣤⣶⣶⣿⡿⠿⠟⠛⠉⠁
      ⠇            ⠧⠤⠤⠤⠤⠤⠤⠤⠼              ⣿⡇   ⣀⣀⣤⣴⣶⣿⣿⠿⠟⠛⠫⠭⠤⠆
                                        ⢀⣀⣿⣧⣶⣾⣿⡿⠿⠛⠋⠉⠁
                                  ⣀⣠⣤⣶⣶⣿⡿⠿⣿⡟⠉⠁
                           ⣀⣀⣤⣴⣶⣿⣿⠿⠟⠛⠋⠉   ⣿⡇
      ⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣶⣾⣿⣿⣿⣿⣯⣭⣥⣤⣤⣤⣤⣤⣤⣤⣤⣤⣿⣧⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤
      """)
  }

  @Test("streets: the river is hatched between its shores, bridges and tunnels tell themselves apart, the park is sparse")
  func streets() {
    expectFrame(
      Self.grid(Self.look(330, at: (0.4, 0.5))),
      """
       ⠂ ⠂ ⠂ ⠂ ⠂ ⠂⡇⠂ ⠂ ⠂ ⠂ ⠂ ⠂ ⠂ ⠂⡇⠂ ⠂ ⠂⠈⠓⠒⠤⣀⡀    ⢸       ⢸⡇
      ⠂ ⠂ ⠂ ⠂ ⠂ ⠂ ⡇ ⠂ ⠂ ⠂ ⠂ ⠂ ⠂ ⠂ ⡇ ⠂ ⠂ ⠂ ⠂ ⠂⠈⠛⠒⠒⠒⢸⠐⠒⠒⠒⠒⠒⠤⢸⡇⠤⠤⠤⠤⠤⠤
      ⠉⠑⠢⠦⣀⠂ ⠂ ⠂ ⠂⡇⠂ ⠂ ⠂ ⠂ ⠂ ⠂ ⠂ ⠂⡇⠂ ⠂ ⠂ ⠂ ⠂ ⠂ ⠂ ⠂⢸  ⠂ ⠂ ⠂⢸⡇ ⠂ ⠂ ⠂
           ⠉⠑⠢⠦⣀⠂ ⡇ ⠂ ⠂ ⠂ ⠂ ⠂ ⠂ ⠂ ⡇ ⠂ ⠂ ⠂ ⠂ ⠂ ⠂ ⠂ ⢸ ⠂ ⠂ ⠂ ⢸⡇⠂ ⠂ ⠂
                ⠉⠁⡇⠦⣀⠂ ⠂ ⠂ ⠂ ⠂ ⠂ ⠂⡇⠂ ⠂ ⠂ ⠂ ⠂ ⠂ ⠂ ⠂⢸  ⠂ ⠂ ⠂⢸⡇ ⠂ ⠂ ⠂
                  ⡇  ⠉⠑⠢⠦⣀⠂ ⠂ ⠂ ⠂ ⡇ ⠂ ⠂ ⠂ ⠂ ⠂ ⠂ ⠂ ⢸ ⠂ ⠂ ⠂ ⢸⡇⠂ ⠂ ⠂
                  ⡇       ⠉⠑⠢⠦ ⠂ ⠂⡇⠂ ⠂ ⠂ ⠂ ⠂ ⠂ ⠂ ⠂⢸  ⠂ ⠂ ⠂⢸⡇ ⠂ ⠂ ⠂
      ⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⡟⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⡟⣛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⠛⢻⠛⠛⠛⠛⠛⠛⠛⢸⡇⠛⠛⠛⠛⠛⠛
                  ⡇               ⡇ ⠉⠑⠢⠦⣀⠂ ⠂ ⠂ ⠂ ⠂⢸  ⠂ ⠂ ⠂⢸⡇ ⠂ ⠂ ⠂
                  ⡇               ⡇      ⠉⠑⠒⠒⠒⠒⠒⠒⠒⢸⠠⠦⠤⠦⠤⠦⠤⢸⡇⠦⠤⢆⣀⣂⣀
                  ⡇               ⡇               ⢸       ⣿
                  ⡇               ⡇               ⢸       ⣿
                  ⡇               ⡇               ⢸       ⣿
                  ⡇               ⡇               ⢸       ⣿
                ⠠ ⡇ ⠠   ⠠   ⠠     ⡇               ⢸      ⢀⡿
      ⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⡗⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⡗⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⠒⢺⠒⠒⠒⠒⠒⠒⢺⡗⠒⠒⠒⠒⠒⠒⠒
      """)
  }

  @Test("from a distance: only roads that lead somewhere, all of one dot but the motorway")
  func distance() {
    expectFrame(
      Self.grid(Self.look(90, at: (0.5, 0.5))),
      """
               ⠘ ⠁⠈⠉⠁⢸⠒⠂⠠⠤⠄⠠⣀⣀       ⡇     ⢸   ⠠⢀⠁ ⠠
                ⢆    ⢸         ⠒⠤    ⡇     ⢸ ⠠  ⢈⠠   ⠠
                 ⡀   ⢸            ⠑⠢ ⡇     ⢸    ⢈
             ⠤⠤⠤⣀⣃⣀⣀⡀⢸               ⡏⠑ ⣀  ⢸    ⢈
              ⠂ ⠂⠰⡂ ⠊⢸⠈⠑⠢⠤⣀          ⡇   ⠉⠈⢺⠂⠐⠒⠄⢨⠤⠄⢀⣀⡀
             ⣂⣀⣂⡀⠂⢀⠂ ⢸ ⠂ ⠂ ⠋⠑⠢⠤⣀     ⡇     ⢸    ⠘     ⠈⠉⠁⠈⠂
                ⠈⠉⠙⠉⠑⢸⠠⠤⣂ ⠂ ⠂ ⠂ ⠋⠑⠒⠒⠂⡇⠒⠒⠢⠤⠤⢸⠠⠤⣀⡀ ⠃
             ⣀⣀⣀⣀⣀⣀⣆⣀⣸⣀⣀⣀⣉⣑⣂⣀⣂⣀⣂⣀⣂⣀⣂⣀⣇⣀⣂⣀⣂⣀⣸⣀⣂⣀⣊⣉⣚⣒⣀⣀⣀⣀⣀⣀⣀⡀
                   ⠈ ⢸         ⠐⠢⠤⠦⠤⠆⡇⠦⠤⠦⠤⣂⢸⢀⣀⠂ ⠂ ⠒ ⠂ ⠂ ⠒⠒⠄
                   ⠇ ⢸               ⡇     ⢸  ⠉⠉⠒⠢⠬⢆⣀⠂ ⠂ ⠂
                   ⡤ ⢸ ⠠   ⠠        ⢀⠇     ⢸       ⠘ ⠉⠑⠒⠢⠤⡀
                 ⠠ ⠁⢀⢸⠠⠤⠤⡤   ⠠      ⢸      ⢸        ⠃    ⣠⡄
                   ⠧⠈⢸  ⠂⢱ ⠠        ⢸      ⢸          ⢀⣴⠞⠋
                 ⠠ ⡄ ⢸⠐⠒⠒⠪⠁  ⠠      ⢸      ⢸       ⢀⣤⠾⠋⠁
                   ⠡ ⢸ ⠠   ⠠        ⢸      ⢸     ⣠⡶⠛⠁
                 ⠠⠸  ⢸   ⠠          ⡜      ⢸  ⣀⣴⠟⠉
      """)
  }

  @Test("with many colours houses are backgrounds, and roads part them")
  func backgrounds() {
    let picture = Self.look(700, at: (0.67, 0.84), .indexed256)
    expectFrame(
      Self.grid(picture),
      """
      ⡇                                ⢸⣿
      ⡇                                ⢸⣿
      ⡇                                ⢸⣿
      ⡇                                ⢸⣿
      ⡇                                ⢸⣿
      ⡇                                ⢸⣿
      ⡇                                ⢸⣿                        ⢀
      ⡇                                ⢸⣿                      ⣠⣴⣿
      ⡇                                ⢸⣿                   ⣀⣴⣾⡿⠟⠁
      ⡇                                ⢸⣿                ⢀⣤⣾⣿⠟⠉
      ⡇                                ⢸⣿          ⢀⣀⣠⣤⣶⣾⣿⠿⠋
      ⡇                                ⢸⣿    ⣀⣠⣤⣴⣶⣿⣿⠿⠟⠛⠉⠉
      ⡇                               ⢀⣸⣿⣴⣶⣾⣿⠿⠿⠛⠋⠉
      ⡇                        ⢀⣀⣠⣤⣶⣾⣿⡿⢿⣿⠛⠉⠁
      ⣧⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣴⣶⣿⣿⣿⣿⣿⣭⣭⣤⣤⣼⣿⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤⣤
      ⡇           ⢀⣀⣤⣴⣶⣾⣿⠿⠿⠛⠋⠉         ⢸⣿
      """)
    expectPicture(
      Self.grounds(picture),
      """
      .....bbbbbbbbbbb...bbbbbbbbbbb..........bbbbbbbbbb...bbbbbbb
      .....bbbbbbbbbbbb..bbbbbbbbbbb.........bbbbbbbbbbbb..bbbbbbb
      .....bbbbbbbbbbb...bbbbbbbbbbb.........bbbbbbbbbbb...bbbbbbb
      .....bbbbbb........bbbbbb..............bbbbbbb.......bbbbbb.
      .....bbbbbb........bbbbbb..............bbbbbbb.......bbbbbb.
      ......bbbb..........bbbb................bbbbb.........bbbb..
      ............................................................
      .....bbbbbbbbbbbb..bbbbbbbbbbb.........bbbbbbbbbbbb..bbbbbbb
      .....bbbbbbbbbbbb..bbbbbbbbbbb.........bbbbbbbbbbbb..bbbbbbb
      .....bbbbbbbbbbb...bbbbbbbbbbb.........bbbbbbbbbbb...bbbbbbb
      .....bbbbbb........bbbbbb..............bbbbbbb.......bbbbbb.
      .....bbbbbb........bbbbbb..............bbbbbbb.......bbbbbb.
      ............................................................
      ............................................................
      ............................................................
      ............................................................
      """)
  }

  @Test("the river is a background with a shore")
  func river() {
    expectPicture(
      Self.grounds(Self.look(330, at: (0.4, 0.5), .indexed256)),
      """
      ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~.......................
      ~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~.....
      ..~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      .......~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      ............~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      .................~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      ......................~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      ...........................~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      ................................~~~~~~~~~~~~~~~~~~~~~~~~~~~~
      .........................................~~~~~~~~~~~~~~~~~~~
      ............................................................
      ............................................................
      ............................................................
      ............................................................
      ............................................................
      ............................................................
      """)
  }

  @Test("in ASCII water is waves and woods are tufts, on every other cell of the ground")
  func ascii() {
    expectFrame(
      Self.grid(Self.look(200, at: (0.4, 0.5), set: .ascii)),
      """
      ~ ~ ~ ~ : ~ ~ ~ ~ ~ ~ ~ ~ ~ : ~ ~ ~ ~ ~ ~ ~ ~ ~:~ ~ ~ ~ ~:~
      .. ~ ~ ~:~ ~ ~ ~ ~ ~ ~ ~ ~ ~:~ ~ ~ ~ ~ ~ ~ ~ ~ : ~ ~ ~ ~ : ~
        ''... : ~ ~ ~ ~ ~ ~ ~ ~ ~ : ~ ~ ~ ~ ~ ~ ~ ~ ~:~ ~ ~ ~ ~:~
             ':... ~ ~ ~ ~ ~ ~ ~ ~:~ ~ ~ ~ ~ ~ ~ ~ ~ : ~ ~ ~ ~ : ~
              :   ''... ~ ~ ~ ~ ~ : ~ ~ ~ ~ ~ ~ ~ ~ ~:~ ~ ~ ~ ~:~
              :        ''... ~ ~ ~:~ ~ ~ ~ ~ ~ ~ ~ ~ : ~ ~ ~ ~ : ~
      ........:.............::....:..................:.........:..
              :                  ':... ~ ~ ~ ~ ~ ~ ~ : ~ ~ ~ ~ : ~
              :                   :   ''... ~ ~ ~ ~ ~:~ ~ ~ ~ ~:~
              :                   :        '''''''''':.........:..
              :                   :                  :         :
              :                   :                  :         :
              :                   :                  :         :
              :                   :                  :         :
              :         "   "     :                  :         :
              :   "   "   "       :                  :        .'
      """)
  }

  @Test("half blocks have the same signs")
  func halfBlocks() {
    expectFrame(
      Self.grid(Self.look(200, at: (0.4, 0.5), set: .half)),
      """
      ~ ~ ~ ~ █ ~ ~ ~ ~ ~ ~ ~ ~ ~ █ ~ ~ ~ ~ ~ ~ ~ ~ ~█~ ~ ~ ~ ~█~
      ▄▄ ~ ~ ~█~ ~ ~ ~ ~ ~ ~ ~ ~ ~█~ ~ ~ ~ ~ ~ ~ ~ ~ █ ~ ~ ~ ~ █ ~
        ▀▀▄▄▄ █ ~ ~ ~ ~ ~ ~ ~ ~ ~ █ ~ ~ ~ ~ ~ ~ ~ ~ ~█~ ~ ~ ~ ~█~
             ▀█▄▄▄ ~ ~ ~ ~ ~ ~ ~ ~█~ ~ ~ ~ ~ ~ ~ ~ ~ █ ~ ~ ~ ~ █ ~
              █   ▀▀▄▄▄ ~ ~ ~ ~ ~ █ ~ ~ ~ ~ ~ ~ ~ ~ ~█~ ~ ~ ~ ~█~
              █        ▀▀▄▄▄ ~ ~ ~█~ ~ ~ ~ ~ ~ ~ ~ ~ █ ~ ~ ~ ~ █ ~
      ▄▄▄▄▄▄▄▄█▄▄▄▄▄▄▄▄▄▄▄▄▄██▄▄▄▄█▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄█▄▄▄▄▄▄▄▄▄█▄▄
              █                  ▀█▄▄▄ ~ ~ ~ ~ ~ ~ ~ █ ~ ~ ~ ~ █ ~
              █                   █   ▀▀▄▄▄ ~ ~ ~ ~ ~█~ ~ ~ ~ ~█~
              █                   █        ▀▀▀▀▀▀▀▀▀▀█▄▄▄▄▄▄▄▄▄█▄▄
              █                   █                  █         █
              █                   █                  █         █
              █                   █                  █         █
              █                   █                  █         █
              █         "   "     █                  █         █
              █   "   "   "       █                  █        ▄▀
      """)
  }

  /// A letter a cell: `~` water, `b` houses, `.` nothing.
  private static func grounds(_ picture: BasePicture) -> [String] {
    let palette = MapPalette(picture.key.theme)
    let letters: [Color: Character] = [
      palette.area(.water).background: "~", palette.area(.building).background: "b", palette.area(.built).background: "r", .standard: ".",
    ]
    return (0..<16).map { row in String((0..<60).map { letters[picture.backgrounds[row * 60 + $0]] ?? "?" }) }
  }
}
