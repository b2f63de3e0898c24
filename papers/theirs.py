"""The figures that the papers print, for the tables that have them beside ours."""

# Geraci and Maggini: Table 2 (precision, recall and tags with 2, 4, 8, 16 and 32 pages), Table 1, Table 4.
GERACI = {"PI": ((.720, .804, .842, .855, .811), (.940, .940, .930, .868, .739)), "Ansa": ((.681, .816, .891, .856, .859), (.973, .957, .903, .908, .892)),
          "Wikipedia": ((.155, .226, .569, .906, .911), (.946, .905, .899, .931, .907)),
          "allMusic": ((.119, .196, .395, .702, .725), (.950, .946, .939, .936, .936)), "zdNet": ((.674, .874, .890, .934, .959), (.941, .917, .915, .910, .777))}
GERACI_TOKENS = {"PI": (876, 686), "Ansa": (2245, 1794), "Wikipedia": (2058, 467), "allMusic": (1559, 282), "zdNet": (2882, 2820)}
GERACI_TOPICS = {"PI": {"f": (.234, .260, .276, .274), "purity": (.249, .261, .272, .279), "nmi": (.040, .044, .059, .058), "nce": (.064, .068, .084, .083)},
                 "Ansa": {"f": (.387, .445, .449, .422), "purity": (.397, .466, .471, .452), "nmi": (.346, .425, .384, .346), "nce": (.383, .388, .421, .383)}}
GERACI_TAGS = {"PI": (915, 808, 757, 697, 625), "Ansa": (2651, 2159, 1822, 1909, 1869), "Wikipedia": (3012, 1864, 738, 480, 466), "allMusic": (2242, 1362, 671, 377, 365),
               "zdNet": (4051, 2961, 2908, 2748, 2285)}

# Crescenzi, Merialdo and Missier: F*, H and P; pages.
FIGURE7 = (("FIFA", .87, .015, .985), ("Davis", .98, .003, .997), ("Olympics", .87, .04, .93), ("Arts", .71, .02, .96), ("Teaching", .78, .03, .96))
FIGURE6 = (("FIFA", 20000), ("Davis", 30000), ("Olympics", 3000), ("Arts", 8850), ("Teaching", 2590))

# Naveensundar: seconds and memory by number of documents.
TABLE3 = {"mdl": {3: (6, 6452), 4: (5, 5124), 5: (5, 5232), 10: (8, 8324)}, "hash": {3: (2, 2334), 4: (3, 3452), 5: (3, 3223), 10: (6, 6452)},
          "lsh": {3: (1, 1234), 4: (2, 2124), 5: (1, 1242), 10: (3, 3124)}}

# Chakrabarti, Kumar and Punera: Basic and Smooth; FullText, SiteLevel, Basic and Smooth.
TABLE1 = {"docs": ("Common", {"Text": (.56, .60), "AT": (.65, .71), "Links": (.69, .73)}), "wcxb": ("Random", {"Text": (.63, .66), "AT": (.71, .73), "Links": (.75, .77)})}
TABLE3_ROWS = (("camera mobile", 55.10, 64.17, 59.57, 60.17), ("camera notebook", 30.48, 35.61, 35.24, 40.03), ("camera printer", 32.76, 38.84, 39.75, 41.18), ("camera tv", 34.82, 40.67, 39.51, 37.21),
               ("mobile notebook", 60.45, 70.26, 64.94, 66.92), ("mobile printer", 21.06, 24.16, 24.5, 28.55), ("mobile tv", 23.03, 23.86, 24.85, 24.79), ("notebook printer", 39.9, 43.95, 48.7, 53.91),
               ("notebook tv", 43.47, 48.85, 50.2, 50.94), ("printer tv", 41.17, 44.12, 48.7, 47.57), ("Average", 38.22, 43.45, 43.6, 45.13))
